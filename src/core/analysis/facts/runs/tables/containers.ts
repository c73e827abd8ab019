import type { ProgramOptions } from '../program-options.ts';

const containerRun =
  '-a -c -e -h -l -m -p -u -v -w --add-host --annotation --attach --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile --cpu-period --cpu-quota --cpu-shares --cpus --cpuset-cpus --cpuset-mems --detach-keys --device --device-cgroup-rule --dns --dns-option --dns-search --domainname --entrypoint --env --env-file --expose --gpus --group-add --health-cmd --health-interval --health-retries --health-timeout --hostname --ip --ip6 --ipc --isolation --kernel-memory --label --label-file --link --log-driver --log-opt --mac-address --memory --memory-reservation --memory-swap --mount --name --net --network --network-alias --oom-score-adj --pid --pids-limit --platform --publish --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit --user --userns --uts --volume --volume-driver --volumes-from --workdir';

const containers: ProgramOptions = {
  own: '-c -H -l --config --context --host --log-level --tlscacert --tlscert --tlskey --connection --url --identity --root --runroot --storage-driver --namespace -n --address -a',
  owns: 1,
  ownsWith: 'compose',
  exact: true,
  passes: { run: 1, create: 1, exec: 1, 'compose run': 1, 'compose exec': 1, 'container top': 1, top: 1 },
  groups: {
    container:
      'attach commit cp create diff exec export inspect kill logs pause port rename restart rm run start stats stop top unpause update wait',
    image: 'build history import load pull push save tag',
  },
  sameVerbs: { rm: 'remove' },
  sameWords: [
    ['image rm', 'rmi'],
    ['image remove', 'rmi'],
    ['container ls', 'ps'],
    ['container list', 'ps'],
    ['container ps', 'ps'],
    ['image ls', 'images'],
    ['image list', 'images'],
  ],
  verbs: {
    build:
      '-c -f -m -o -t -v --add-host --build-arg --build-context --cache-from --cache-to --cgroup-parent --cpu-shares --cpuset-cpus --file --iidfile --isolation --label --memory --metadata-file --network --output --platform --progress --secret --shm-size --ssh --tag --target --ulimit --volume',
    create: containerRun,
    exec: '-e -u -w --detach-keys --env --env-file --user --workdir',
    run: containerRun,
    commit: '-a -c -m --author --change --message',
    kill: '-s --signal',
    stop: '-s -t --signal --time --timeout',
    restart: '-s -t --signal --time --timeout',
    logs: '-n --since --tail --until',
    ps: '-f -n --filter --format --last',
    images: '-f --filter --format',
    rmi: '--platform',
    login: '-u -p --username --password',
    tag: '',
    'system prune': '--filter',
    'volume prune': '--filter',
    'volume create': '-d -o --driver --label --name --opt',
    'network create':
      '-d -o --driver --gateway --ip-range --ipam-driver --ipam-opt --label --opt --subnet --aux-address',
    'buildx build':
      '-f -o -t --add-host --allow --build-arg --build-context --builder --cache-from --cache-to --file --iidfile --label --metadata-file --network --output --platform --progress --secret --shm-size --ssh --tag --target --ulimit',
    compose:
      '-f -p --file --project-name --profile --env-file --project-directory --parallel --progress --ansi --workdir',
    'compose down': '-t --timeout --rmi',
    'compose up': '-t --timeout --scale --exit-code-from --attach --no-attach --pull --wait-timeout',
    'compose run':
      '-e -l -p -u -v -w --entrypoint --env --label --name --publish --user --volume --workdir --cap-add --cap-drop --pull',
    'compose exec': '-e -u -w --env --index --user --workdir',
    'compose logs': '-n --since --tail --until --index',
    'compose rm': '',
    'compose stop': '-t --timeout',
    'stack deploy': '-c --compose-file --resolve-image --orchestrator',
    'service create': containerRun,
  },
};

/** Also of `oc`. Source: `kubectl options` and the help of its verbs, 1.32. */
const cluster: ProgramOptions = {
  anywhere:
    '-n -s --namespace --context --cluster --user --kubeconfig --server --token --as --as-group --as-uid --cache-dir --certificate-authority --client-certificate --client-key --request-timeout --tls-server-name --username --password --profile --profile-output --log-flush-frequency -v --v --vmodule',
  exact: true,
  kinds: true,
  sameVerbs: {
    namespace: 'ns namespaces',
    pod: 'po pods',
    node: 'no nodes',
    service: 'svc services',
    deployment: 'deploy deployments',
    statefulset: 'sts statefulsets',
    daemonset: 'ds daemonsets',
    replicaset: 'rs replicasets',
    replicationcontroller: 'rc replicationcontrollers',
    persistentvolume: 'pv persistentvolumes',
    persistentvolumeclaim: 'pvc persistentvolumeclaims',
    customresourcedefinition: 'crd crds customresourcedefinitions',
    secret: 'secrets',
    configmap: 'cm configmaps',
    serviceaccount: 'sa serviceaccounts',
    ingress: 'ing ingresses',
    cronjob: 'cj cronjobs',
    job: 'jobs',
    storageclass: 'sc storageclasses',
    horizontalpodautoscaler: 'hpa horizontalpodautoscalers',
    networkpolicy: 'netpol networkpolicies',
    clusterrole: 'clusterroles',
    clusterrolebinding: 'clusterrolebindings',
    role: 'roles',
    rolebinding: 'rolebindings',
    project: 'projects',
  },
  passes: { exec: 1, run: 1, debug: 1 },
  verbs: {
    annotate: '-f -k -l --filename --kustomize --selector --field-selector --field-manager -o --output',
    apply:
      '-f -k -l -o --filename --kustomize --selector --output --field-manager --prune-allowlist --timeout --grace-period --dry-run-strategy',
    attach: '-c --container',
    cp: '-c --container --retries',
    create:
      '-f -k -l -o --filename --kustomize --selector --output --image --from-literal --from-file --from-env-file --type --raw',
    delete: '-f -k -l -o --filename --kustomize --selector --field-selector --output --grace-period --timeout --raw',
    describe: '-f -k -l --filename --kustomize --selector --chunk-size',
    drain: '-l --selector --pod-selector --grace-period --timeout --chunk-size --skip-wait-for-delete-timeout',
    exec: '-c -f --container --filename --pod-running-timeout',
    expose: '-f -k -l -o --filename --selector --output --port --target-port --name --type --protocol',
    get: '-f -k -l -o -L --filename --kustomize --selector --output --label-columns --field-selector --sort-by --template --raw --chunk-size',
    label: '-f -k -l -o --filename --selector --output --field-selector --resource-version',
    logs: '-c -l --container --selector --since --since-time --tail --limit-bytes --max-log-requests --pod-running-timeout',
    patch: '-f -k -p -o --filename --patch --patch-file --type --output --subresource',
    'port-forward': '--address --pod-running-timeout',
    replace: '-f -k -o --filename --kustomize --output --grace-period --timeout --raw',
    rollout: '-f -k -l --filename --kustomize --selector --revision --to-revision --timeout',
    run: '-l -o --labels --output --image --image-pull-policy --env --port --overrides --override-type --restart --annotations --grace-period --timeout --pod-running-timeout',
    scale: '-f -k -l -o --filename --selector --output --replicas --current-replicas --resource-version --timeout',
    set: '-f -k -l -o -c --filename --selector --output --containers',
    taint: '-l -o --selector --output',
    top: '-l --selector --sort-by --field-selector',
    wait: '-f -l -o --filename --selector --for --timeout --field-selector --output',
  },
};

const values =
  '-f --values --set --set-string --set-file --set-json --version --repo --ca-file --cert-file --key-file --keyring --username --password --timeout --description --post-renderer --post-renderer-args --labels -l --output -o';

export const containerOptions: Readonly<Record<string, ProgramOptions>> = {
  docker: containers,
  podman: containers,
  nerdctl: containers,
  buildah: { exact: true },
  kubectl: cluster,
  oc: cluster,
  helm: {
    anywhere:
      '-n --namespace --kube-context --kubeconfig --kube-apiserver --kube-as-group --kube-as-user --kube-ca-file --kube-token --kube-tls-server-name --burst-limit --qps --registry-config --repository-cache --repository-config',
    exact: true,
    sameVerbs: { uninstall: 'delete del un', list: 'ls', upgrade: 'upd' },
    verbs: {
      install: values,
      upgrade: `${values} --history-max`,
      template: `${values} -s --show-only --output-dir --api-versions -a --kube-version --name-template --release-name`,
      uninstall: '--cascade --description --timeout',
      rollback: '--history-max --timeout',
    },
  },
};
