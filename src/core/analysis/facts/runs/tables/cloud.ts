import type { ProgramOptions } from '../program-options.ts';

/** Of Terraform and OpenTofu: options have one dash, and a value behind `=` only. */
const terraform: ProgramOptions = { own: '-chdir', owns: 1, singleDash: true, exact: true };

/** Of HashiCorp's other clients. */
const singleDash: ProgramOptions = { singleDash: true, exact: true };

const json: ProgramOptions = { exact: true };

export const cloudOptions: Readonly<Record<string, ProgramOptions>> = {
  terraform,
  tofu: terraform,
  terragrunt: {
    singleDash: true,
    own: '--terragrunt-working-dir --terragrunt-config --working-dir --config --log-level --terragrunt-log-level',
  },
  packer: singleDash,
  consul: singleDash,
  nomad: singleDash,
  vault: { ...singleDash, anywhere: '-address -namespace -ns -format -field -ca-cert -client-cert -client-key -mount' },
  pulumi: {
    exact: true,
    anywhere:
      '-C -s -v --cwd --stack --color --tracing --verbose --profiling --config-file -c --config -m --message -p --parallel -t --target --target-replace -r --replace',
  },
  cdk: {
    anywhere:
      '-a -c -i -o -r --app --context --plugin --profile --role-arn --output --toolkit-stack-name --ca-bundle-path --proxy --region',
  },
  serverless: {
    anywhere: '-c -s -r -f -p --config --stage --region --function --package --aws-profile --param --org --app',
  },
  sls: { anywhere: '-c -s -r -f -p --config --stage --region --function --package --aws-profile --param --org --app' },
  aws: {
    anywhere:
      '--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format --cli-input-json --cli-input-yaml --bucket --key --exclude --include --acl --storage-class --function-name --secret-id --instance-ids --stack-name --cluster --service --db-instance-identifier --table-name --user-name --role-name --policy-arn --group-name --name --names --filters --max-items --page-size --starting-token --payload --version-id --sse --grants --metadata --content-type --cache-control',
  },
  gcloud: {
    anywhere:
      '--account --project --configuration --billing-project --flags-file --flatten --format --filter --impersonate-service-account --access-token-file --trace-token --verbosity --zone --region --location --cluster --limit --sort-by --page-size --instance --service --image --source --member --role --data-file',
    groups: { alpha: '*', beta: '*', preview: '*' },
  },
  gsutil: { own: '-h -i -o -u', owns: 1, verbs: { cp: '-a -j -J -z -L -x', rsync: '-a -j -x -y' } },
  bq: {
    singleDash: true,
    anywhere:
      '--project_id --dataset_id --location --format --job_id --api --bigqueryrc --apilog --credential_file --service_account --max_rows -n --destination_table --query --parameter',
  },
  az: {
    anywhere:
      '-g -n -l -o -s --resource-group --name --location --output --query --subscription --ids --file --image --size --tags --sku --account-name --account-key --connection-string --container-name --source --destination --vault-name --type',
  },
  azcopy: json,
  gh: {
    exact: true,
    anywhere: '-R --repo --hostname -q --jq -t --template',
    verbs: {
      api: '-X -H -F -f -p --method --header --field --raw-field --input --preview --cache',
      'pr create':
        '-a -B -b -F -H -l -m -p -r -T --assignee --base --body --body-file --head --label --milestone --project --reviewer --template --title -t',
      'pr merge': '-A -b -F -t --author-email --body --body-file --match-head-commit --subject',
      'pr comment': '-b -F --body --body-file',
      'pr review': '-b -F --body --body-file',
      'pr list':
        '-A -a -B -H -l -L -S -s --app --assignee --author --base --head --json --label --limit --search --state',
      'issue create': '-a -b -F -l -m -p -T --assignee --body --body-file --label --milestone --project --title -t',
      'issue comment': '-b -F --body --body-file',
      'release create': '-n -F -t --notes --notes-file --title --target --discussion-category --notes-start-tag',
      'gist create': '-d -f --desc --filename',
      'repo create':
        '-d -g -h -l -r -s -t -p --description --gitignore --homepage --license --remote --source --team --template',
      'workflow run': '-F -f -r --field --raw-field --ref',
      'secret set': '-a -b -e -f -o -r -v --app --body --env --env-file --org --repos --visibility',
    },
  },
  glab: { exact: true, anywhere: '-R --repo -g --group' },
  heroku: { anywhere: '-a -r --app --remote --team -t --confirm -c --space -s --pipeline' },
  fly: { exact: true, anywhere: '-a -c -t -o -r --app --config --access-token --org --region' },
  vercel: { anywhere: '-A -Q -S -t --local-config --global-config --cwd --scope --token --team -T' },
  netlify: { anywhere: '--auth --filter --site -s --http-proxy --http-proxy-certificate-filename' },
  doctl: { exact: true, anywhere: '-t -u -c -o --access-token --api-url --config --context --output --http-retry-max' },
  linode: json,
  hcloud: { exact: true, anywhere: '--config --context --debug-file --endpoint --poll-interval -o' },
  scw: { exact: true, anywhere: '-c -o -p --config --output --profile' },
  firebase: { anywhere: '-P --project --account --token --config -c --only --except -m --message' },
  supabase: {
    exact: true,
    anywhere:
      '--profile --workdir --network-id --dns-resolver --project-ref --db-url --linked-ref -p --password -o --output',
  },
  wrangler: { anywhere: '-c -e --config --env --cwd --env-file --name --config-path' },
  railway: { anywhere: '-s -e -p --service --environment --project' },
  rclone: {
    exact: true,
    anywhere:
      '--config --include --exclude --filter --include-from --exclude-from --filter-from --files-from --transfers --checkers --bwlimit --log-file --log-level --max-age --min-age --max-size --min-size --backup-dir --stats',
  },
  mc: { exact: true, anywhere: '-C --config-dir --older-than --newer-than' },
  s3cmd: {
    anywhere:
      '-c --config --access_key --secret_key --region --host --host-bucket --exclude --include --rexclude --rinclude -m --mime-type',
  },
  eksctl: { exact: true, anywhere: '-f -n -r -p -v --config-file --name --region --profile --cluster --timeout' },
  kops: { exact: true, anywhere: '--name --state --config -v' },
  argocd: { exact: true, anywhere: '--server --auth-token --config --grpc-web-root-path --header -H --core-namespace' },
  flux: { exact: true, anywhere: '-n --namespace --context --kubeconfig --timeout' },
};
