import { callProgram } from './call.ts';
import type { Out } from './context.ts';
import { type Handler, type Invocation, throughOut, within } from './invocation.ts';
import { type OptionTable, readLeading, valuesOf } from './options.ts';
import { inSubshell } from './run-node.ts';
import { runTexts } from './run-shell.ts';
import { joinWords } from './run-wrapper.ts';
import { childState } from './state.ts';
import type { Field } from './text.ts';

const globals: OptionTable = {
  valued: [
    '-H',
    '--host',
    '-c',
    '--context',
    '--config',
    '-l',
    '--log-level',
    '--tlscacert',
    '--tlscert',
    '--tlskey',
    '--connection',
    '--url',
    '--root',
    '--namespace',
    '-n',
    '--address',
    '-a',
    '--storage-driver',
    '--runroot',
    '--kubeconfig',
    '--cluster',
    '--user',
    '--as',
    '-s',
    '--server',
    '--token',
  ],
};
const compose: OptionTable = {
  valued: [
    '-f',
    '--file',
    '-p',
    '--project-name',
    '--profile',
    '--env-file',
    '--project-directory',
    '--ansi',
    '--progress',
    '--parallel',
  ],
};
const exec: OptionTable = {
  valued: [
    '-e',
    '--env',
    '-u',
    '--user',
    '-w',
    '--workdir',
    '--env-file',
    '--detach-keys',
    '--index',
    '--container',
    '-c',
    '-n',
    '--namespace',
    '--context',
    '--kubeconfig',
  ],
};
/** Of `run` nearly all long options take a value. */
const run: OptionTable = {
  valued: ['-a', '-c', '-e', '-h', '-l', '-m', '-p', '-u', '-v', '-w'],
  flags: [
    '--rm',
    '--privileged',
    '--init',
    '--interactive',
    '--tty',
    '--detach',
    '--publish-all',
    '--read-only',
    '--no-healthcheck',
    '--oom-kill-disable',
    '--quiet',
    '--sig-proxy',
    '--disable-content-trust',
    '--no-deps',
    '--service-ports',
    '--build',
    '--use-aliases',
    '--no-TTY',
    '--remove-orphans',
    '--replace',
    '--no-hosts',
    '--rmi',
    '--tls-verify',
    '--passwd',
    '--http-proxy',
    '--no-hostname',
    '--systemd',
    '--env-host',
    '--stdin',
    '--command',
    '--attach',
    '--leave-stdin-open',
    '--quiet-pull',
  ],
};

const engines = new Set(['docker', 'podman', 'nerdctl', 'docker-compose', 'podman-compose', 'finch', 'buildah']);
const clusters = new Set(['kubectl', 'oc', 'k3s', 'microk8s', 'minikube', 'k', 'kubecolor']);

/** Commands that run in containers: `docker exec`, `docker run`, `kubectl exec` and the like. */
export const runAnyContainer: Handler = invocation => {
  if (engines.has(invocation.name)) return runEngine(invocation);
  return clusters.has(invocation.name) ? runCluster(invocation) : undefined;
};

function runEngine(invocation: Invocation): Out | undefined {
  const isCompose = invocation.name.endsWith('-compose');
  let rest = readLeading(invocation.args, isCompose ? compose : globals).rest;
  let composed = isCompose;
  if (!composed && rest[0]?.pattern === 'compose') {
    composed = true;
    rest = readLeading(rest.slice(1), compose).rest;
  }
  if (rest[0]?.pattern === 'container') rest = rest.slice(1);
  const [verb, ...words] = rest;
  const by = `${invocation.name} ${verb?.pattern ?? ''}`;
  if (verb?.pattern === 'exec') return runElsewhere(invocation, readLeading(words, exec).rest.slice(1), by);
  if (verb?.pattern !== 'run' && verb?.pattern !== 'create') return undefined;
  const { options, rest: given } = readLeading(words, run);
  const command = given.slice(1);
  const [entry] = valuesOf(options, '--entrypoint');
  if (entry !== undefined && entry.pattern !== '')
    return runElsewhere(invocation, [...splitEntry(entry), ...command], by);
  return runElsewhere(invocation, command, by);
}

function splitEntry(entry: Field): readonly Field[] {
  return entry.pattern
    .split(/\s+/)
    .filter(word => word !== '')
    .map(pattern => ({ ...entry, pattern }));
}

function runCluster(invocation: Invocation): Out | undefined {
  const { args } = invocation;
  const at = args.findIndex(
    ({ pattern }) =>
      pattern === 'exec' || pattern === 'run' || pattern === 'debug' || pattern === 'ssh' || pattern === 'rsh',
  );
  if (at === -1) return undefined;
  const verb = args[at]?.pattern ?? '';
  const dashes = args.findIndex(({ pattern }) => pattern === '--');
  const by = `${invocation.name} ${verb}`;
  if (dashes !== -1) return runElsewhere(invocation, args.slice(dashes + 1), by);
  if (verb === 'ssh') {
    const words = readLeading(args.slice(at + 1), exec).rest;
    return words.length === 0
      ? undefined
      : runTexts(invocation, by, [joinWords(words)], childState(invocation.state), { by, elsewhere: true });
  }
  // Older clients take the command behind the pod's name.
  return verb === 'exec'
    ? runElsewhere(invocation, readLeading(args.slice(at + 1), exec).rest.slice(1), by)
    : undefined;
}

function runElsewhere(invocation: Invocation, words: readonly Field[], by: string): Out | undefined {
  if (words.length === 0) return undefined;
  const own = within(invocation, { by: by.trim(), elsewhere: true });
  const out = inSubshell(invocation.state, inner => {
    const state = { ...childState(inner), cwds: ['\uE002'] };
    return callProgram(invocation.reader, words, state, { ...own, assignments: [] });
  });
  return throughOut(invocation, out);
}
