import { cloudOptions } from './tables/cloud.ts';
import { containerOptions } from './tables/containers.ts';
import { gitOptions } from './tables/git.ts';
import { languageOptions } from './tables/languages.ts';
import { packageOptions } from './tables/packages.ts';
import { systemOptions } from './tables/system.ts';

/**
 * What is known of a program's options, as far as it matters for telling verbs and flags from values. Lists are words with a space
 * between; long and short options that take a value in the next word or behind themselves.
 */
export interface ProgramOptions {
  /** Valued options that are the program's own: in front of its verb only. */
  readonly own?: string;
  /** Valued options that may stand anywhere. */
  readonly anywhere?: string;
  /** Valued options behind a verb, or two: `commit`, `stash push`. */
  readonly verbs?: Readonly<Record<string, string>>;
  /**
   * Set where options in front of the verb are the program's own and no flags of the verb: 1, and 2 behind the verbs in `ownsWith`,
   * such as `compose` of `docker compose`. Absent where options may stand anywhere.
   */
  readonly owns?: 1;
  readonly ownsWith?: string;
  /** Verbs, or the empty text for the program itself, with the count of operands behind them after which all words belong to another command. */
  readonly passes?: Readonly<Record<string, number>>;
  /** Words that only name a group and may be left out, with the verbs where this holds: `container` in `docker container rm`. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Set where options of several letters have a single dash: `-auto-approve`, `-delete`. */
  readonly singleDash?: true;
  /** Set where options behind the first operand are a script's, not the program's. */
  readonly script?: true;
  /** Set where a long option must be written out. */
  readonly exact?: true;
  /** Other names of verbs, by the verb. */
  readonly sameVerbs?: Readonly<Record<string, string>>;
  /** Pairs of beginnings that mean the same, such as `image rm` and `rmi`. */
  readonly sameWords?: readonly (readonly [string, string])[];
  /** All verbs, where any beginning that fits only one of them stands for it. */
  readonly abbreviates?: string;
  /** Set where verbs have parts with `:` between them, each of which may be cut short: `mig:fr`. */
  readonly abbreviatesParts?: true;
  /** Set where the second word names kinds of things, as in `kubectl delete ns/a,pod/b`. */
  readonly kinds?: true;
  /** Set where the first word may be flags without a dash, as in `tar xzf`. */
  readonly bareFlags?: true;
  /** Set where the first option may be a signal: then later numbers with a dash are operands. */
  readonly signal?: true;
  /** Set where case does not count in options, and any beginning stands for one. */
  readonly foldsOptions?: true;
}

const tables: Readonly<Record<string, ProgramOptions>> = {
  ...gitOptions,
  ...containerOptions,
  ...cloudOptions,
  ...packageOptions,
  ...languageOptions,
  ...systemOptions,
};

const unknownProgram: ProgramOptions = {};
const cmdlet: ProgramOptions = { singleDash: true, foldsOptions: true };
/** The verbs that PowerShell approves of and that do something. Source: `Get-Verb`. */
const cmdletName =
  /^(?:add|clear|close|copy|disable|dismount|enable|exit|expand|export|format|get|import|initialize|install|invoke|join|mount|move|new|out|publish|push|register|remove|rename|repair|reset|resize|restart|restore|resume|save|send|set|start|stop|suspend|test|unblock|uninstall|unpublish|unregister|update|write)-[a-z]+$/;

export function optionsOf(program: string | undefined): ProgramOptions {
  if (program === undefined) return unknownProgram;
  if (Object.hasOwn(tables, program)) return tables[program] ?? unknownProgram;
  return cmdletName.test(program) ? cmdlet : unknownProgram;
}
