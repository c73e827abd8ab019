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
   * Whether a command runs: by itself, behind a wrapper such as `sudo`, in a script that was read, or on another machine.
   *
   * `command` is a program and its verbs, such as `git push`, or several of them. Each word may be a glob (`aws * delete-*`), `**` is
   * any number of words (`gcloud ** delete`), and braces give alternatives (`{docker,podman} volume rm`). Case does not count. Options
   * between the words are passed over, with their values where they are known to take one. Other ways to write the same are found:
   * `git-push`, `python3 -m pip install`, `pip3`, `docker-compose`, `docker container rm`, `npm i`, `kubectl delete ns/x`. A word with a
   * dash must be among the flags.
   *
   * `flags` asks for any of these; without it, or where it is empty, they do not matter:
   * - `-f`: also in a cluster (`-xdf`), not as the value of another option (`-m -f`), and not behind `--`.
   * - `--force`: also `--force=x` but not `--force=false`; and any beginning with at least two letters that is no other option, so
   *   `--forc` and `--for`, but not `--force-with-lease`.
   * - `-auto-approve`: as it stands, with one dash or two. `-rf`: also as `-f -r`.
   * - `-o=yaml`, `--data=@*`: with that value, however it is written: `-o yaml`, `-oyaml`, `--data @x`. The value is a glob.
   * - `--no-*`: a glob over options; `-*` is any option. `--` is the word that ends them.
   * - anything else is a glob over the words behind the verbs that are no options: `.`, `:/`, `+*`, `http*`.
   * - `HUSKY=0`: also an assignment in front of the command.
   * - `-r .`: several in one text must all be there.
   * - `!--dry-run`: the command must not have it. All of these must be absent, and one of the others, if there are any, present.
   *   `!*` is a command without operands.
   *
   * Only what is certain counts: a word that is open in part (`+$BRANCH`) where the known part says enough. Two exceptions: a program
   * that is not known counts where a verb of the text stands behind it, and an unknown word without quotes between program and
   * verb is taken for options.
   * @throws {UnreadableError} also for an empty name or flag
   */
  readonly runs: (command: OneOrMore, flags?: readonly string[]) => boolean;
  /**
   * The same, where words that are not known count as whatever would make it true: a verb, a flag, and without quotes any number
   * of them. What is only possibly there does not count for `!`.
   */
  readonly mayRun: (command: OneOrMore, flags?: readonly string[]) => boolean;
  /**
   * Whether one of these programs runs, or one that is not known. Where not, no command that begins with one of them runs or may
   * run, which is quicker to see than to ask for each.
   * @param programs in lower case, as `programsOf` gives them
   */
  readonly mentions: (programs: readonly string[]) => boolean;
  readonly reads: (places: OneOrMore) => boolean;
  readonly writes: (places: OneOrMore) => boolean;
  readonly deletes: (places: OneOrMore) => boolean;
  /** Whether text is run that comes from there: `download`, `decoded`, `file`, `variable`, `other`. */
  readonly executes: (source: OneOrMore) => boolean;
  /**
   * Whether it puts one of these variables into the environment of a program: `HUSKY=0 git push`, `env`, `export`. Written
   * `NAME=value`, both as globs. A value that is not known counts.
   */
  readonly sets: (variables: OneOrMore) => boolean;
  /**
   * Whether it sets one of these in git, by `git -c`, `git config` or a variable of git: `core.hooksPath`, `alias.*=!*`. Written `key` or
   * `key=value`, both as globs; `!core.pager=cat` takes one out.
   */
  readonly gitSets: (settings: OneOrMore) => boolean;
  /** Whether it prints the value of a variable with one of these names, as globs: `*_TOKEN`. Handing it to a program is no printing. */
  readonly prints: (variables: OneOrMore) => boolean;
  /** Whether something starts itself again and again, as `:(){ :|:& };:` does. */
  readonly forksWithoutEnd: () => boolean;
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
 * of the client's file tools nothing is known, and every member is false. Every member throws {UnreadableError} where a shell text as a
 * whole could not be read. Of what happens on another machine or in a container, only `reads`, `writes` and `deletes` tell.
 */
export interface FileFacts {
  /** Whether a file in one of these places is read: a folder stands for all that is in it. */
  readonly reads: (places: OneOrMore) => boolean;
  readonly writes: (places: OneOrMore) => boolean;
  /** Whether one of these is deleted: a folder is itself alone, with all in it; what is in it is written `folder/**`. */
  readonly deletes: (places: OneOrMore) => boolean;
  /** Whether the owner or the permissions of something there change. */
  readonly changes: (places: OneOrMore) => boolean;
  /** Whether owners or permissions of a whole folder change that lies in none of these places. */
  readonly changesOutside: (places: OneOrMore) => boolean;
  /** Whether something is certainly read, written or deleted that lies in none of these places. */
  readonly readsOutside: (places: OneOrMore) => boolean;
  readonly writesOutside: (places: OneOrMore) => boolean;
  readonly deletesOutside: (places: OneOrMore) => boolean;
  /** Whether something there is deleted on another machine or in a container. */
  readonly deletesElsewhere: (places: OneOrMore) => boolean;
  /** Whether a folder with all in it, or many files, would be deleted at a place that is not known: `rm -rf "$DIR"`. */
  readonly deletesUnknown: () => boolean;
  /** Whether the content of files in these places goes to another host. */
  readonly sends: (places: OneOrMore) => boolean;
  /** The same for files that certainly lie in none of these places. */
  readonly sendsOutside: (places: OneOrMore) => boolean;
  /**
   * Whether content of any file, or a command's output, goes to a host that is not certainly this machine; but not by a program whose
   * purpose it is to bring files to another place (`scp`, `rsync`, `aws s3 cp`).
   */
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

/** `path(text)`, a `file:` URL included. A relative one is seen from the call's working folder; links are followed, and both forms count. */
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

/**
 * `url(text)`, read as browsers do (https://url.spec.whatwg.org). All but `valid` throw {UnreadableError} for a text that is no URL,
 * or whose host is another one to other programs.
 */
export interface UrlFacts {
  readonly scheme: () => string;
  /** Lower case, without port, user, brackets and trailing dot; international names in their ASCII form, addresses in the usual one. */
  readonly host: () => string;
  /** Empty where the scheme's own port is meant. */
  readonly port: () => string;
  readonly path: () => string;
  readonly user: () => string;
  /** Whether the host is one of these, or lies under one written `*.example.com`, which does not stand for itself. */
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
