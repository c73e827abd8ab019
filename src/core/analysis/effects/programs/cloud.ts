import type { Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { type Arguments, hasOption, readArguments, valuesOf } from '../arguments.ts';
import { type Describe, entries, type NetworkUse, read, remove, type Use, write } from '../use.ts';

const isRemote = (place: Pattern): boolean => /^(?:s3|gs|b2|az|https?|wasbs?|oci|r2):\/\//i.test(place);

interface Copy {
  readonly operands: readonly Pattern[];
  readonly recursive: boolean;
  readonly deletes: boolean;
  readonly moves: boolean;
  readonly remote?: (place: Pattern) => boolean;
}

/** A copy between the disk and a store elsewhere. */
function transfer({ operands, recursive, deletes, moves, remote = isRemote }: Copy): Use[] {
  const target = operands.at(-1);
  if (target === undefined || operands.length < 2) return [];
  const sources = operands.slice(0, -1);
  const more = recursive ? { recursive } : {};
  const local = sources.filter(source => !remote(source) && source !== '-');
  const from = sources.find(remote);
  const uses: Use[] = local.map(source => read(source, more));
  if (moves) uses.push(...local.map(source => remove(source, more)));
  if (remote(target)) {
    const use: NetworkUse = { does: 'talk', address: target, files: local, transfer: true };
    uses.push(sources.includes('-') ? { ...use, sendsInput: true } : use);
  } else {
    if (target !== '-') uses.push(write(target));
    if (deletes) uses.push(remove(target, { recursive: true, many: true }));
  }
  return from === undefined ? uses : [...uses, { does: 'talk', address: from }];
}

const awsValued = new Set(
  '--profile --region --endpoint-url --output --query --exclude --include --acl --storage-class --sse --sse-kms-key-id --content-type --cache-control --metadata --expires --page-size --cli-input-json --body --bucket --key --zip-file --template-body --parameters --payload --function-name --stack-name --policy-document --secret-string --secret-id --value --name --user-data --source --ca-bundle --grants'.split(
    ' ',
  ),
);

const aws: Describe = ({ args }) => {
  const given = readArguments(args, awsValued);
  const [service, verb, ...operands] = given.operands.map(({ pattern }) => pattern);
  const files = fileParameters(given);
  const sent: Use[] = files.map(path => read(path));
  if (files.length > 0) sent.push({ does: 'talk', address: 'amazonaws.com', files, transfer: true });
  if (service !== 's3') {
    const written = service === 's3api' && verb === 'get-object' ? operands.map(path => write(path)) : [];
    return [...sent, ...written];
  }
  const recursive = verb === 'sync' || hasOption(given, ['--recursive']);
  const kinds = ['cp', 'mv', 'sync'];
  if (verb === undefined || !kinds.includes(verb) || hasOption(given, ['--dryrun'])) return sent;
  return [...sent, ...transfer({ operands, recursive, deletes: hasOption(given, ['--delete']), moves: verb === 'mv' })];
};

/** `--body file`, and any value that is `file://…` or `fileb://…`. */
function fileParameters(given: Arguments): Pattern[] {
  const named = valuesOf(given, ['--body']).map(({ pattern }) => pattern);
  const addressed = given.options.flatMap(({ value }) => {
    const path = /(?:^|=)fileb?:\/\/(.*)$/.exec(value?.pattern ?? '')?.[1];
    return path === undefined ? [] : [path];
  });
  return [...named.filter(path => !/^fileb?:/.test(path)), ...addressed];
}

const verbsOf = (
  args: readonly Word[],
  valued: ReadonlySet<string> = new Set(),
): { given: Arguments; words: readonly Pattern[] } => {
  const given = readArguments(args, valued);
  return { given, words: given.operands.map(({ pattern }) => pattern) };
};

const gsutil: Describe = ({ args }) => {
  const { given, words } = verbsOf(args, new Set('-h -o -a -z -j'.split(' ')));
  const [verb = '', ...operands] = words;
  if (!/^(?:cp|mv|rsync)$/.test(verb)) return [];
  const recursive = verb === 'rsync' || hasOption(given, ['-r', '-R', '--recursive']);
  return transfer({ operands, recursive, deletes: verb === 'rsync' && hasOption(given, ['-d']), moves: verb === 'mv' });
};

const gcloud: Describe = call => {
  const words = call.args.map(({ pattern }) => pattern);
  const at = words.indexOf('storage');
  if (at >= 0) return gsutil({ ...call, args: call.args.slice(at + 1) });
  const scp = words.indexOf('scp');
  if (scp >= 0)
    return transfer({
      operands: readArguments(call.args.slice(scp + 1), new Set(['--zone', '--project'])).operands.map(
        ({ pattern }) => pattern,
      ),
      recursive: true,
      deletes: false,
      moves: false,
      remote: hasHost,
    });
  const files = valuesOf(readArguments(call.args, new Set(['--data-file', '--source'])), ['--data-file']).map(
    ({ pattern }) => pattern,
  );
  return files.length === 0
    ? []
    : [
        ...files.filter(path => path !== '-').map(path => read(path)),
        { does: 'talk', address: 'googleapis.com', files, transfer: true },
      ];
};

const hasHost = (place: Pattern): boolean => /^[^/.][^/]*:/.test(place);

const rclone: Describe = ({ args }) => {
  const { words } = verbsOf(
    args,
    new Set(
      '--exclude --include --filter --config --transfers --checkers --bwlimit --log-file --max-age --min-age --files-from'.split(
        ' ',
      ),
    ),
  );
  const [verb = '', ...operands] = words;
  if (verb === 'rcat')
    return operands.map((address): Use => ({ does: 'talk', address, sendsInput: true, transfer: true }));
  if (verb === 'delete' || verb === 'purge')
    return operands.filter(path => !hasHost(path)).map(path => remove(path, { recursive: true }));
  if (!/^(?:copy|sync|move|copyto|moveto|bisync)$/.test(verb)) return [];
  return transfer({
    operands,
    recursive: true,
    deletes: verb === 'sync',
    moves: verb.startsWith('move'),
    remote: hasHost,
  });
};

/** `mc cp`, `s3cmd put`, `s5cmd cp`, `az storage … upload -f`. */
const stores: Describe = ({ args, name }) => {
  const { given, words } = verbsOf(
    args,
    new Set('-f --file --source -s --name -n --container-name -c --account-name --destination -d'.split(' ')),
  );
  const files = valuesOf(given, ['-f', '--file', '--source', '-s']).map(({ pattern }) => pattern);
  const sends = words.some(word => /^(?:upload|upload-batch|put|cp|mirror|sync)$/.test(word));
  const at = words.findIndex(word => /^(?:put|cp|mirror|sync)$/.test(word));
  const named = at < 0 ? [] : words.slice(at + 1, -1).filter(word => !isRemote(word));
  const all = [...files, ...named];
  return sends && all.length > 0
    ? [
        ...all.map(path => read(path, { recursive: true })),
        { does: 'talk', address: words.findLast(isRemote) ?? name, files: all, transfer: true },
      ]
    : [];
};

const copyValued = new Set(
  '-n --namespace -c --container --context --kubeconfig --retries -f --filename --from-file --from-env-file --from-literal -k -l --selector -o --output -p --patch --patch-file --env-file --file --profile --project-name -v --volume -e --env --name -t --tag --build-arg --secret --network -w -u --user --cidfile --iidfile'.split(
    ' ',
  ),
);

/** The part of `kubectl` and `docker` that touches this machine's files. */
const containers: Describe = ({ args, name }) => {
  const { given, words } = verbsOf(args, copyValued);
  const verb = words.find(word => word !== 'compose' && word !== 'container');
  const at = words.indexOf(verb ?? '');
  const values = (...names: string[]): Pattern[] =>
    valuesOf(given, names)
      .map(({ pattern }) => pattern)
      .filter(path => path !== '-' && !isRemote(path));
  if (verb === 'cp') return copyUses(words.slice(at + 1), name);
  if (name === 'docker' || name === 'podman' || name === 'nerdctl') {
    if (verb === 'save' || verb === 'export') return values('-o', '--output').map(path => write(path));
    return verb === 'load' || verb === 'import' ? values('-i', '--input').map(path => read(path)) : [];
  }
  const secrets = values('--from-file', '--from-env-file').map(value => read(value.replace(/^[\w.-]+=/, '')));
  return [
    ...secrets,
    ...values('-f', '--filename').map(path =>
      read(path, hasOption(given, ['-R', '--recursive']) ? { recursive: true } : {}),
    ),
  ];
};

function copyUses(places: readonly Pattern[], name: string): Use[] {
  const uses = transfer({ operands: places, recursive: true, deletes: false, moves: false, remote: isPod });
  // A container of this machine is no other host.
  return name === 'docker' || name === 'podman' ? uses.filter(({ does }) => does !== 'talk') : uses;
}

/** `pod:path`, `namespace/pod:path`, `container:path`. */
const isPod = (place: Pattern): boolean => /^[\w.-]+(?:\/[\w.-]+)?:/.test(place);

/** `gh`: what is published, and what a request carries. */
const gh: Describe = ({ args }) => {
  const { given, words } = verbsOf(
    args,
    new Set(
      '-R --repo -F --field -f --raw-field -H --header -X --method --input -b --body -t --title -d --desc --filename -e --env -o --org -D --dir -O --output -p --pattern -q --jq -T --template --body-file --notes-file --notes -n'.split(
        ' ',
      ),
    ),
  );
  const [topic, verb, ...operands] = words;
  const values = (...names: string[]): Pattern[] => valuesOf(given, names).map(({ pattern }) => pattern);
  if (topic === 'gist' && (verb === 'create' || verb === 'edit')) {
    const files = operands.filter(path => path !== '-');
    return [
      ...files.map(path => read(path)),
      {
        does: 'talk',
        address: 'gist.github.com',
        files,
        sendsInput: true,
        ...(files.length > 0 ? { sends: true } : {}),
      },
    ];
  }
  if (topic === 'release' && (verb === 'upload' || verb === 'create')) {
    const files = operands.slice(1).map(path => path.replace(/#.*$/, ''));
    return [...files.map(path => read(path)), { does: 'talk', address: 'github.com', files, transfer: true }];
  }
  const bodies = values('--body-file', '--notes-file', '--input', ...(topic === 'api' ? [] : ['-F']));
  const fields = topic === 'api' ? values('-F', '--field').flatMap(field => /=@(.+)$/.exec(field)?.[1] ?? []) : [];
  const files = [...bodies, ...fields].filter(path => path !== '-' && !(topic !== 'api' && path.includes('=')));
  const input = bodies.includes('-') || (topic === 'secret' && verb === 'set');
  if (files.length === 0 && !input) return [];
  return [
    ...files.map(path => read(path)),
    { does: 'talk', address: 'github.com', files, sendsInput: input, transfer: true },
  ];
};

/** Packages and sites that are put online: the project's own files, and what a pack says about that is another matter. */
const vault: Describe = ({ args }) => {
  const files = args.flatMap(({ pattern }) => /(?:^|=)@(.+)$/.exec(pattern)?.[1] ?? []);
  return files.map(path => read(path));
};

export const cloud: Readonly<Record<string, Describe>> = {
  ...entries('aws awslocal', aws),
  ...entries('gsutil', gsutil),
  ...entries('gcloud', gcloud),
  ...entries('rclone', rclone),
  ...entries('mc s3cmd s5cmd s4cmd az b2', stores),
  ...entries('kubectl oc k microk8s', containers),
  ...entries('docker podman nerdctl', containers),
  ...entries('gh glab hub', gh),
  ...entries('vault consul', vault),
  ...entries(
    'heroku fly flyctl vercel netlify wrangler firebase doctl railway supabase render eb sam cdk serverless sls',
    () => [],
  ),
};
