import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { canonicalFolder } from '../../adapters/law-files.ts';
import { findPinnedRoot } from '../../adapters/project-roots.ts';
import type { NamedProject } from '../../adapters/served/projects-file.ts';
import { defaultStateDir, isInside, stateHome } from '../../adapters/state-dir.ts';
import { defaultEventLimits } from '../../core/event/read-event.ts';
import { exitCode } from '../../core/exit-code.ts';
import { defaultDeadlineMs, isDeadline, parseDuration } from '../../core/law/duration.ts';
import type { RunningServer, ServeOptions } from '../http/run-serve.ts';
import { type CliIo, CommandError } from './io.ts';
import { currentProject } from './law-files.ts';

interface ServeFlags {
  readonly listen: readonly string[];
  readonly project?: string;
  readonly law?: string;
  readonly stateDir?: string;
  readonly projects?: string;
  readonly tokenFile?: string;
  readonly tokens?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsClientCa?: string;
  readonly tlsElsewhere?: boolean;
  readonly socketMode: string;
  readonly deadline?: string;
  readonly maxBody: string;
  readonly maxConcurrent: string;
  readonly bodyTimeout: string;
  readonly drain: string;
  readonly agentHome?: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** 4665 spells HOOK. */
const defaultAddress = '127.0.0.1:4665';

/** Adds `serve` to the program. */
export function registerServe(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('serve')
    .description('Judge events that come by HTTP (see docs/serve.md).')
    .option('--listen <address...>', 'HOST:PORT or unix:PATH', [defaultAddress])
    .option('--project <dir>', 'the project whose law holds (default: the nearest folder with .git or .claude)')
    .option('--law <file>', 'the law')
    .option('--state-dir <dir>', 'the state folder (default: one per project in ~/.local/state/hooklaw)')
    .option('--projects <file>', 'several projects: a JSON map of names')
    .option('--token-file <file>', 'the one token that callers must bring')
    .option('--tokens <file>', 'a JSON list of tokens, with what each may ask for')
    .option('--tls-cert <file>', "the server's certificate, as PEM")
    .option('--tls-key <file>', 'its key')
    .option('--tls-client-ca <file>', 'the authority that must have signed the certificate of each caller')
    .option('--tls-elsewhere', 'listen on a network without TLS, since a proxy before it has it')
    .option('--socket-mode <mode>', "the mode of a socket's file", '660')
    .option('--deadline <duration>', 'how long judging may take (8s)')
    .option('--max-body <bytes>', 'the largest event', String(defaultEventLimits.maxBytes))
    .option('--max-concurrent <count>', 'how many events are judged at a time; further ones are denied', '256')
    .option('--body-timeout <duration>', 'how long an event may take to arrive', '5s')
    .option('--drain <duration>', 'how long calls under way are waited for at the end', '10s')
    .option('--agent-home <dir>', "the home folder of the agent's account, where it is another than the server's")
    .addOption(
      new Option('--log-level <level>', 'what is logged; debug logs every call')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .action(async (flags: ServeFlags) => finish(await runServe(flags, io)));
}

async function runServe(flags: ServeFlags, io: CliIo): Promise<number> {
  const { createServeLog } = await import('../http/serve-log.ts');
  const { startServer } = await import('../http/run-serve.ts');
  // What the server makes is for its own account; a socket also for its group.
  process.umask(0o007);
  const log = createServeLog(flags.logLevel, line => io.stderr(line));
  const options = { ...(await readOptions(flags, io)), log };
  let server: RunningServer;
  try {
    server = await startServer(options);
  } catch (error) {
    throw explainStart(error);
  }
  const over = untilSignal(server, log);
  log.info({ urls: server.urls, projects: options.projects.map(({ name }) => name), pid: process.pid }, 'listening');
  if (
    options.readTokens() === undefined &&
    flags.tlsClientCa === undefined &&
    !options.listen.every(({ kind }) => kind === 'socket')
  )
    log.warn({}, 'no token is asked for: every account of this machine can send events');
  const clean = await over;
  log.info({ clean }, 'ended');
  return clean ? exitCode.fine : exitCode.problems;
}

/** Runs until a signal ends the server. A second one ends it at once. */
function untilSignal(server: RunningServer, log: ServeOptions['log']): Promise<boolean> {
  return new Promise((resolve, reject) => {
    process.on('SIGHUP', () => server.reload());
    process.on('uncaughtException', error =>
      log.error({ err: error.message, stack: error.stack }, 'a fault of the server'),
    );
    process.on('unhandledRejection', error => log.error({ err: String(error) }, 'a fault of the server'));
    let ending = false;
    const end = (signal: string): void => {
      if (ending) process.exit(exitCode.problems);
      ending = true;
      log.info({ signal }, 'draining');
      server.drain().then(resolve, reject);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  });
}

function explainStart(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new CommandError(`${message}: something listens there already`, 'choose another address with --listen');
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOENT' || code === 'ENOTFOUND')
    return new CommandError(`the address cannot be listened on: ${message}`, 'choose another one with --listen');
  return error;
}

async function readOptions(flags: ServeFlags, io: CliIo): Promise<Omit<ServeOptions, 'log'>> {
  const { isLoopback, readListenAddress } = await import('../http/listen-address.ts');
  const tokensAt = await import('../../adapters/served/tokens.ts');
  const at = (file: string): string => path.resolve(io.cwd, file);
  const listen = flags.listen.map(text => {
    const address = readListenAddress(text);
    if (address === undefined)
      throw new CommandError(
        `\`--listen ${text}\` is no address`,
        `give one such as ${defaultAddress} or unix:/run/hooklaw/hooklaw.sock`,
      );
    return address.kind === 'socket' ? { ...address, path: at(address.path) } : address;
  });
  const { tokenFile, tokens: tokenList } = flags;
  if (tokenFile !== undefined && tokenList !== undefined)
    throw new CommandError('`--token-file` and `--tokens` exclude each other', 'put the token into the list');
  const readTokens = (): ReturnType<ServeOptions['readTokens']> => {
    if (tokenFile !== undefined) return tokensAt.readTokenFile(at(tokenFile));
    return tokenList === undefined ? undefined : tokensAt.readTokenList(at(tokenList));
  };
  const readTls = await createTlsReader(flags, at);
  checkNetwork(flags, listen.filter(address => !isLoopback(address)).length > 0);
  return {
    listen,
    projects: await chooseProjects(flags, io, at),
    userStateDir: stateHome(io.env),
    readTokens,
    readTls,
    socketMode: readMode(flags.socketMode),
    limits: readLimits(flags),
    drainMs: readDuration('--drain', flags.drain),
    agentHome: flags.agentHome === undefined ? undefined : at(flags.agentHome),
    env: io.env,
  };
}

/** On a network whoever can connect could send events, and read those of others. */
function checkNetwork(flags: ServeFlags, network: boolean): void {
  if (!network) return;
  if (flags.tlsCert === undefined && flags.tlsElsewhere !== true) {
    throw new CommandError(
      'an address that others can reach needs TLS',
      'give --tls-cert and --tls-key, or --tls-elsewhere where a proxy before it has them',
    );
  }
  if (flags.tokenFile === undefined && flags.tokens === undefined && flags.tlsClientCa === undefined) {
    throw new CommandError(
      'an address that others can reach needs to know who asks',
      'give --token-file, --tokens or --tls-client-ca',
    );
  }
}

async function createTlsReader(flags: ServeFlags, at: (file: string) => string): Promise<ServeOptions['readTls']> {
  const { tlsCert, tlsKey, tlsClientCa } = flags;
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new CommandError('`--tls-cert` and `--tls-key` go together', 'give both');
  if (tlsCert === undefined || tlsKey === undefined) {
    if (tlsClientCa === undefined) return () => undefined;
    throw new CommandError('`--tls-client-ca` needs TLS', 'give --tls-cert and --tls-key');
  }
  if (tlsClientCa !== undefined && 'bun' in process.versions) {
    throw new CommandError(
      'the executable cannot tell whose certificate a caller shows',
      'use hooklaw as Node runs it (`npm install`), or tokens, or a proxy that asks for certificates',
    );
  }
  const { readServeFile } = await import('../../adapters/served/private-file.ts');
  return () => ({
    cert: readServeFile(at(tlsCert), 'the certificate', false),
    key: readServeFile(at(tlsKey), 'the key', true),
    clientCa: tlsClientCa === undefined ? undefined : readServeFile(at(tlsClientCa), "the clients' authority", false),
  });
}

/** The projects; a law or a state folder that the settings of a project name is not looked at, since an agent may write there. */
async function chooseProjects(
  flags: ServeFlags,
  io: CliIo,
  at: (file: string) => string,
): Promise<ServeOptions['projects']> {
  const fill = ({ name, project: named, law, stateDir }: NamedProject): ServeOptions['projects'][number] => {
    if (!fs.existsSync(named))
      throw new CommandError(`there is no folder \`${named}\``, 'name the project with --project');
    const project = canonicalFolder(named);
    const folder = stateDir ?? defaultStateDir(findPinnedRoot(project, io.env), io.env);
    if (isInside(folder, project)) {
      throw new CommandError(
        `the state folder \`${folder}\` lies inside the project, where an agent may write`,
        'name one outside with --state-dir',
      );
    }
    return { name, project, law, stateDir: folder };
  };
  if (flags.projects !== undefined) {
    const { readProjects } = await import('../../adapters/served/projects-file.ts');
    for (const flag of ['project', 'law', 'stateDir'] as const) {
      if (flags[flag] !== undefined)
        throw new CommandError('`--projects` names all projects, so nothing else can', 'put it into that file');
    }
    return readProjects(at(flags.projects)).map(fill);
  }
  const project = flags.project === undefined ? currentProject(io) : at(flags.project);
  const law = flags.law ?? given(io.env['HOOKLAW_LAW']);
  const stateDir = flags.stateDir ?? given(io.env['HOOKLAW_STATE_DIR']);
  const one = {
    law: law === undefined ? undefined : at(law),
    stateDir: stateDir === undefined ? undefined : at(stateDir),
  };
  return [fill({ name: 'default', project, ...one })];
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** How much memory events may take together, as a multiple of the largest one. */
const heldEvents = 8;

function readLimits(flags: ServeFlags): ServeOptions['limits'] {
  const deadline = flags.deadline === undefined ? undefined : parseDuration(flags.deadline);
  if (flags.deadline !== undefined && !isDeadline(deadline))
    throw new CommandError(
      `\`--deadline ${flags.deadline}\` is no duration between 100ms and 10s`,
      'give one such as 5s',
    );
  const maxBody = readCount('--max-body', flags.maxBody, 1_024, defaultEventLimits.maxBytes);
  return {
    maxBody,
    maxHeld: maxBody * heldEvents,
    bodyTimeoutMs: readDuration('--body-timeout', flags.bodyTimeout),
    maxConcurrent: readCount('--max-concurrent', flags.maxConcurrent, 1, 100_000),
    deadlineMs: deadline ?? defaultDeadlineMs,
    deadlineGiven: deadline !== undefined,
  };
}

function readCount(flag: string, text: string, least: number, most: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new CommandError(`\`${flag} ${text}\` is no number from ${least} to ${most}`);
}

function readDuration(flag: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= 1 && ms <= 600_000) return ms;
  throw new CommandError(`\`${flag} ${text}\` is no duration up to 10m`, 'give one such as 5s');
}

function readMode(text: string): number {
  if (/^[0-7]{3}$/.test(text)) return Number.parseInt(text, 8);
  throw new CommandError(`\`--socket-mode ${text}\` is no mode`, 'give one such as 660');
}
