import type { JsonObject } from '../../json/json-value.ts';
import type { Parsers } from '../parsers.ts';
import type { SqlStatement } from '../sql/reading.ts';
import type { Surroundings } from '../surroundings.ts';

/** A text or several, as functions of the law take them. */
export type OneOrMore = string | readonly string[];

/**
 * What is known of a shell text: `shell` in an expression, for the call's own command, and `shell(text)`.
 * Every member but `unknown` and `reasons` throws {UnreadableError} where the text as a whole could not be read.
 */
export interface ShellFacts {
  readonly commands: () => readonly CommandFact[];
  /**
   * Whether a command runs, such as `git push`, with one of these flags or words (`-f`, `--force`, `+*`). Global options between
   * the program and its verb are passed over; short flags are found in clusters and long ones by any abbreviation that could
   * mean them. An open program name counts where another word of the pattern is known.
   */
  readonly runs: (command: OneOrMore, flags?: readonly string[]) => boolean;
  /** The same, where words that are not known count as whatever would make it true. */
  readonly mayRun: (command: OneOrMore, flags?: readonly string[]) => boolean;
  readonly reads: (places: OneOrMore) => boolean;
  readonly writes: (places: OneOrMore) => boolean;
  readonly deletes: (places: OneOrMore) => boolean;
  /** Whether text is run that comes from there: `download`, `decoded`, `file`, `variable`, `other`. */
  readonly executes: (source: OneOrMore) => boolean;
  /** Whether anything about it cannot be known that could hide a command. */
  readonly unknown: () => boolean;
  /** What cannot be known, in words. */
  readonly reasons: () => readonly string[];
  /** The SQL that its database clients would run, taken together. */
  readonly sql: () => SqlFacts;
}

/** A command as an expression reads it: `shell.commands.exists(c, c.program == 'git')`. */
export interface CommandFact {
  /** Empty where it is not known. */
  readonly program: string;
  /** The words behind the program; what is open in them is shown as `…`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly via: readonly string[];
  readonly elsewhere: boolean;
}

/**
 * What a call does to files and hosts, whichever tool it is: `files` in an expression. For a tool that is neither a shell nor one
 * of the client's file tools nothing is known, and every member is false.
 */
export interface FileFacts {
  readonly reads: (places: OneOrMore) => boolean;
  readonly writes: (places: OneOrMore) => boolean;
  readonly deletes: (places: OneOrMore) => boolean;
  /** Whether something is certainly read, written or deleted that lies in none of these places. */
  readonly readsOutside: (places: OneOrMore) => boolean;
  readonly writesOutside: (places: OneOrMore) => boolean;
  readonly deletesOutside: (places: OneOrMore) => boolean;
  /** Whether whole folders, or what nobody can name, would be deleted at a place that is not known. */
  readonly deletesUnknown: () => boolean;
  /** Whether the content of files in these places goes to another host. */
  readonly sends: (places: OneOrMore) => boolean;
  /** Whether content of any file, or a command's output, goes to another host that is not this machine. */
  readonly sendsOut: () => boolean;
  /** Hosts it talks to, lower case, without port; `…` where one is not known. */
  readonly hosts: () => readonly string[];
  readonly printsEnvironment: () => boolean;
}

/** What is known of an SQL text: `sql(text)`. All but `unknown` throw {UnreadableError} where it could not be read. */
export interface SqlFacts {
  /** Whether anything but reading happens: data, schema, privileges, locks, session modes, calls that cannot be looked into. */
  readonly writes: () => boolean;
  /** DROP, TRUNCATE, ALTER … DROP, DELETE or UPDATE of every row. */
  readonly destroys: () => boolean;
  readonly statements: () => readonly SqlStatement[];
  readonly tables: () => readonly string[];
  readonly unknown: () => boolean;
}

/** `path(text)`. A relative one is seen from the call's working folder; links are followed, and both forms count. */
export interface PathFacts {
  /** The path, rooted and normalised. */
  readonly text: () => string;
  readonly name: () => string;
  /** With its dot, lower case; empty where there is none. */
  readonly extension: () => string;
  /** Whether it is a place or lies in it, links followed: true only when both forms do. */
  readonly within: (place: OneOrMore) => boolean;
  /** Whether it, or what it links to, fits a pattern such as `**` + `/.env` or `~/.ssh/**`. */
  readonly matches: (places: OneOrMore) => boolean;
}

/** `url(text)`. All but `valid` throw {UnreadableError} for a text that is no URL. */
export interface UrlFacts {
  readonly scheme: () => string;
  /** Lower case, without port, user and trailing dot; international names in their ASCII form. */
  readonly host: () => string;
  /** Empty where the scheme's own port is meant. */
  readonly port: () => string;
  readonly path: () => string;
  readonly user: () => string;
  /** Whether the host is one of these or lies under one written `*.example.com`. */
  readonly within: (hosts: OneOrMore) => boolean;
  readonly valid: () => boolean;
}

/** A text that a rule asked about could not be read. */
export class UnreadableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableError';
  }
}

/** Works out the facts of a call, from what it is given and what it would run in. */
export type CreateFacts = (given: {
  readonly tool: string;
  readonly input: JsonObject;
  readonly surroundings: Surroundings;
  readonly parsers: Parsers;
}) => CallFacts;

/** All facts about one call; each is worked out once, when it is first asked for. */
export interface CallFacts {
  /** The call's own command; throws {UnreadableError} for a tool that has none. */
  readonly shell: () => ShellFacts;
  readonly shellOf: (text: string) => ShellFacts;
  readonly files: () => FileFacts;
  /** @param dialect a dialect, or absent to go by the tool's name */
  readonly sqlOf: (text: string, dialect?: string) => SqlFacts;
  readonly pathOf: (text: string) => PathFacts;
  readonly urlOf: (text: string) => UrlFacts;
}
