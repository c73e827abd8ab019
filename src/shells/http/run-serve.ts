import type { NamedProject } from '../../adapters/served/projects-file.ts';
import { ServedProject } from '../../adapters/served/served-project.ts';
import type { Tokens } from '../../adapters/served/tokens.ts';
import { createStateFolder } from '../../adapters/state-folder.ts';
import { CallJudge, type CallLimits, type ServeLog } from './call-judge.ts';
import { isLoopback, type ListenAddress } from './listen-address.ts';
import { type Listener, startListener, type TlsMaterial } from './listener.ts';
import { createMetrics } from './metrics.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ServeOptions {
  readonly listen: readonly ListenAddress[];
  readonly projects: readonly (NamedProject & { readonly stateDir: string })[];
  readonly userStateDir: string;
  /** Reads the tokens again; undefined where nobody has to show one. */
  readonly readTokens: () => Tokens | undefined;
  readonly readTls: () => TlsMaterial | undefined;
  readonly socketMode: number;
  readonly limits: CallLimits;
  /** How long calls that are under way are waited for when the server goes down, in milliseconds. */
  readonly drainMs: number;
  readonly agentHome: string | undefined;
  readonly env: Env;
  readonly log: ServeLog;
}

/** A server that runs. */
export interface RunningServer {
  readonly urls: readonly string[];
  /** Reads tokens and certificates again, and looks at the laws. Keeps what it has of what cannot be read. */
  readonly reload: () => void;
  /** Takes no more connections, finishes what is under way, and closes what is open; false where it had to break calls off. */
  readonly drain: () => Promise<boolean>;
}

/** How often it is looked whether calls are still under way, in milliseconds. */
const drainStepMs = 25;

/**
 * Starts the server.
 * @throws the system's error when an address cannot be had
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { log, limits } = options;
  // A copy, since each look into the process's own environment costs more than judging a call.
  const env = { ...options.env };
  let tokens = options.readTokens();
  let tls = options.readTls();
  let draining = false;
  const projects = new Map(
    options.projects.map(named => [
      named.name,
      new ServedProject({
        name: named.name,
        project: named.project,
        named: named.law,
        env,
        platform: process.platform,
        folder: createStateFolder(named.stateDir),
        userFolder: createStateFolder(options.userStateDir),
        compileMs: limits.deadlineMs,
        agentHome: options.agentHome,
        onChange: laws => {
          metrics.reloaded(named.name, laws === undefined ? 'failed' : 'changed');
          const files = laws?.map(({ file, unapproved }) =>
            unapproved === undefined ? file : `${file} (${unapproved})`,
          );
          if (laws === undefined) log.error({ project: named.name }, 'the law cannot be had: every call is denied');
          else log.info({ project: named.name, laws: files }, 'the law has changed');
        },
        onFault: (step, error) => {
          metrics.fault();
          log.warn({ project: named.name, step, err: error instanceof Error ? error.message : String(error) }, 'fault');
        },
      }),
    ]),
  );
  const judge = new CallJudge(projects, limits, { log, metrics: () => metrics });
  const metrics = createMetrics({
    inFlight: () => judge.inFlight,
    heldBytes: () => judge.meter.held,
    draining: () => draining,
    stateFailing: () => [...projects].map(([name, project]) => [name, project.stateFailing] as const),
  });
  const notReady = async (): Promise<string | undefined> => {
    if (draining) return 'the server is going down';
    for (const [name, project] of projects) {
      try {
        await project.laws();
      } catch (error) {
        return `the law of \`${name}\` cannot be had: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`;
      }
    }
    return undefined;
  };
  const listeners: Listener[] = [];
  try {
    for (const address of options.listen) {
      const access = {
        tokens: () => tokens,
        clientCertificate: tls?.clientCa !== undefined && address.kind === 'tcp',
        loopback: address.kind === 'tcp' && isLoopback(address),
      };
      const own = address.kind === 'tcp' ? tls : undefined;
      const { socketMode } = options;
      listeners.push(await startListener({ address, tls: own, socketMode, access, judge, log, metrics, notReady }));
    }
  } catch (error) {
    await Promise.all(listeners.map(({ close }) => close()));
    throw error;
  }
  // Compiled and opened before the first call, as far as that goes; what fails here is said by each call.
  const found = await notReady();
  if (found !== undefined) log.warn({ reason: found }, 'not ready');
  return {
    urls: listeners.map(({ url }) => url),
    reload: () => {
      try {
        tokens = options.readTokens();
        tls = options.readTls();
        if (tls !== undefined) for (const { url, renewTls } of listeners) if (url.startsWith('https:')) renewTls(tls);
        log.info({}, 'reloaded');
      } catch (error) {
        log.error({ err: error instanceof Error ? error.message : String(error) }, 'nothing was reloaded');
      }
      for (const project of projects.values()) project.expire();
    },
    drain: async () => {
      draining = true;
      const closed = Promise.all(listeners.map(({ close }) => close()));
      const until = performance.now() + options.drainMs;
      while (judge.inFlight > 0 && performance.now() < until) await pause(drainStepMs);
      const finished = judge.inFlight === 0;
      // Answers are on their way: their connections are idle once they are out.
      for (let step = 0; step < 40; step++) {
        for (const { closeIdle } of listeners) closeIdle();
        const done = await Promise.race([closed.then(() => true), pause(drainStepMs).then(() => false)]);
        if (done) break;
      }
      for (const { closeAll } of listeners) closeAll();
      await closed;
      for (const project of projects.values()) await project.close();
      return finished;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
