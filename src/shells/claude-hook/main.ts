import path from 'node:path';
import { createDeadline, type Deadline } from '../../adapters/deadline.ts';
import { canonicalFolder, findProjectRoot } from '../../adapters/law-files.ts';
import { createLocalWorld, type LocalWorld } from '../../adapters/local-world.ts';
import { pinProjectRoot } from '../../adapters/project-roots.ts';
import { recordError, recordEvent } from '../../adapters/records.ts';
import { defaultStateDir, stateHome } from '../../adapters/state-dir.ts';
import { createStateFolder, type StateFolder } from '../../adapters/state-folder.ts';
import type { Unjudged } from '../../core/decision/cannot-tell.ts';
import { type Decision, isRefusal } from '../../core/decision/decision.ts';
import { noticeFor } from '../../core/decision/notice.ts';
import { defaultEventLimits, EventError, readEvent } from '../../core/event/read-event.ts';
import type { HookEvent } from '../../core/event/tool-event.ts';
import { type HookExitCode, hookExitCode } from '../../core/exit-code.ts';
import { defaultDeadlineMs } from '../../core/law/duration.ts';
import { decideUnjudged, type Judged, judgeEvent } from '../../engine/judge-event.ts';
import { type HookArguments, readHookArguments, salvageStateDir, UsageError } from './arguments.ts';
import { renderSafely } from './render-safely.ts';
import { readStandardInput, writeWhole } from './stdio.ts';

/** How long a full pipe is waited for. */
const writePatienceMs = 3_000;

type Env = Readonly<Record<string, string | undefined>>;

/** One run of the hook. Whatever happens, it ends exactly once, in exit code 0 or 2. */
class HookRun {
  readonly #env: Env;
  readonly #deadline: Deadline = createDeadline(defaultDeadlineMs);
  #timer: NodeJS.Timeout | undefined;
  #eventName: string | undefined;
  /** The event once it has been read; what is recorded when judging fails. */
  #event: HookEvent | undefined;
  #stateDir: string | undefined;
  #folder: StateFolder | undefined;
  #answered: HookExitCode | undefined;

  constructor(env: Env) {
    this.#env = env;
  }

  async run(words: readonly string[]): Promise<void> {
    this.#watch();
    const given = this.#readArguments(words);
    if (given === undefined) return;
    if (given.deadlineMs !== undefined) this.#setDeadline(given.deadlineMs);
    const event = await this.#readEvent(given);
    if (event === undefined) return;
    const project = this.#project(event);
    const folder = this.#openFolder(project);
    const world = createLocalWorld({
      named: this.#named(given),
      project,
      env: this.#env,
      platform: process.platform,
      folder,
      userFolder: createStateFolder(stateHome(this.#env)),
      deadline: { ...this.#deadline, set: ms => this.#setDeadline(ms) },
      deadlineGiven: given.deadlineMs !== undefined,
      via: words.join(' '),
      onFault: (step, error) => this.#report(step, error),
    });
    const judged = await judgeEvent(event, world);
    await this.#closeQuietly(world);
    this.#conclude(event, judged, folder);
  }

  /** Ends the run for a fault that nothing else caught. */
  crash(error: unknown): void {
    const detail = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    this.#endUnjudged({ kind: 'internal', detail: `an internal error (${detail})` }, error);
  }

  #watch(): void {
    this.#timer = setTimeout(
      () => {
        const detail = `the check took longer than ${this.#deadline.ms()} ms`;
        this.#endUnjudged({ kind: 'deadline', detail }, new Error(detail));
      },
      Math.max(0, this.#deadline.left()),
    );
  }

  #setDeadline(ms: number): void {
    this.#deadline.set(ms);
    clearTimeout(this.#timer);
    this.#watch();
  }

  #readArguments(words: readonly string[]): HookArguments | undefined {
    try {
      const given = readHookArguments(words);
      this.#eventName = given.event;
      this.#stateDir = given.stateDir;
      return given;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#eventName = error.event;
      this.#stateDir = salvageStateDir(words);
      this.#endUnjudged({ kind: 'usage', detail: error.message }, error);
      return undefined;
    }
  }

  async #readEvent(given: HookArguments): Promise<HookEvent | undefined> {
    try {
      const bytes = await readStandardInput(defaultEventLimits.maxBytes);
      const event = readEvent(bytes, given.event, defaultEventLimits);
      this.#eventName = event.name;
      this.#event = event;
      return event;
    } catch (error) {
      const known = error instanceof EventError;
      if (known) this.#eventName = error.eventName ?? given.event;
      const detail = error instanceof Error ? error.message : String(error);
      this.#endUnjudged({ kind: 'event', detail: known ? detail : `the event cannot be read (${detail})` }, error);
      return undefined;
    }
  }

  /** The law that was named; a relative path counts from the project, since the working folder moves with the agent. */
  #named(given: HookArguments): string | undefined {
    const named = given.law ?? nonEmpty(this.#env['HOOKLAW_LAW']);
    if (named === undefined) return undefined;
    const base = nonEmpty(this.#env['CLAUDE_PROJECT_DIR']);
    return base !== undefined && path.isAbsolute(base) ? path.resolve(base, named) : path.resolve(named);
  }

  #project(event: HookEvent | undefined): string {
    const stated = nonEmpty(this.#env['CLAUDE_PROJECT_DIR']);
    if (stated !== undefined && path.isAbsolute(stated)) return canonicalFolder(stated);
    const from = event?.cwd !== undefined && path.isAbsolute(event.cwd) ? event.cwd : workingFolder();
    return canonicalFolder(findProjectRoot(from, this.#env) ?? from);
  }

  /** The state folder; before the event is known, that of the project in which the hook was started. */
  #openFolder(project = this.#project(undefined)): StateFolder {
    if (this.#folder === undefined) {
      const named = nonEmpty(this.#stateDir) ?? nonEmpty(this.#env['HOOKLAW_STATE_DIR']);
      this.#folder = createStateFolder(
        named === undefined ? defaultStateDir(this.#stateRoot(project), this.#env) : path.resolve(named),
      );
    }
    return this.#folder;
  }

  /** The project whose state holds; where the client says where it was started, it stays what it was at first. */
  #stateRoot(project: string): string {
    const stated = nonEmpty(this.#env['CLAUDE_PROJECT_DIR']);
    return stated !== undefined && path.isAbsolute(stated) ? pinProjectRoot(stated, this.#env) : project;
  }

  /** Reports a fault that does not change the verdict; false when not even the error log can be written. */
  #report(step: string, error: unknown): boolean {
    return recordError(this.#openFolder(), { step, error, event: this.#eventName, sessionId: this.#event?.sessionId });
  }

  /** What was opened is not needed any more; that it cannot be closed changes no verdict. */
  async #closeQuietly(world: LocalWorld): Promise<void> {
    try {
      await world.close();
    } catch (error) {
      this.#report('closing the state', error);
    }
  }

  #conclude(event: HookEvent, judged: Judged, folder: StateFolder): void {
    const { auditRequired, laws } = judged;
    let { decision } = judged;
    let notice = noticeFor(event, decision, laws);
    if (isRefusal(decision)) this.#answer(event.name, decision, notice);
    if (decision.failure !== undefined) this.#report('judging', decision.failure);
    try {
      recordEvent(folder, event, decision, auditRequired);
    } catch (error) {
      const detail = `the records cannot be written (${error instanceof Error ? error.message : String(error)})`;
      if (!this.#report('recording', error)) notice ??= `hooklaw: ${detail}; calls are judged all the same`;
      if (auditRequired && !isRefusal(decision)) decision = decideUnjudged(event.name, { kind: 'audit', detail });
    }
    this.#end(event.name, decision, notice);
  }

  #endUnjudged(cause: Unjudged, error: unknown): void {
    const decision = decideUnjudged(this.#eventName, cause);
    if (isRefusal(decision)) this.#answer(this.#eventName, decision, undefined);
    try {
      this.#report(cause.kind, error);
      if (decision.verdict === 'deny') this.#recordDenial(decision);
    } catch {
      // INVARIANT: nothing on the way to the end of the process may throw; the refusal counts more than its record.
    }
    this.#end(this.#eventName, decision, undefined);
  }

  /** Every denial leaves an audit line, also one of an event that could not be read. */
  #recordDenial(decision: Decision): void {
    const unread: HookEvent = {
      name: this.#eventName ?? 'unknown',
      sessionId: undefined,
      cwd: undefined,
      tool: undefined,
      fields: {},
    };
    try {
      recordEvent(this.#openFolder(), this.#event ?? unread, decision, false);
    } catch (error) {
      this.#report('recording', error);
    }
  }

  /** Gives the answer, once. A refusal is given before anything is recorded, so that no record can delay it. */
  #answer(event: string | undefined, decision: Decision, notice: string | undefined): void {
    if (this.#answered !== undefined) return;
    const output = renderSafely(event ?? 'PreToolUse', decision, notice);
    this.#answered = output.exitCode;
    writeWhole(1, output.stdout, writePatienceMs);
    writeWhole(2, output.stderr, writePatienceMs);
  }

  #end(event: string | undefined, decision: Decision, notice: string | undefined): void {
    this.#answer(event, decision, notice);
    process.exit(this.#answered);
  }
}

/** The folder in which the hook was started; the root when that folder is gone. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return path.parse(process.execPath).root;
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** Runs `hooklaw hook` and ends the process. */
export async function runHook(words: readonly string[], env: Env): Promise<void> {
  // INVARIANT: a process that ends without having decided blocks.
  process.exitCode = hookExitCode.block;
  const run = new HookRun(env);
  process.on('uncaughtException', error => run.crash(error));
  process.on('unhandledRejection', error => run.crash(error));
  try {
    await run.run(words);
  } catch (error) {
    run.crash(error);
  }
}
