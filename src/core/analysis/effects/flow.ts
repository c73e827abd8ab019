import { anything, type Pattern } from '../pattern.ts';
import type { Command, ShellReading, Word } from '../shell/reading.ts';

/** What comes out of commands, as far as it matters to where it goes. */
export interface Content {
  readonly files: readonly Pattern[];
  /** Whether anything is in it that does not stand in the command: a file, or an output that says something about the machine. */
  readonly tells: boolean;
}

/** Programs that hand on what they get, and add nothing of their own. */
const filters = new Set(
  'cat tac tee head tail grep egrep fgrep rg sed awk gawk cut tr sort uniq wc jq yq base64 base32 xxd od hexdump rev nl paste column fold fmt gzip bzip2 xz zstd gunzip zcat iconv xargs tar openssl gpg strings expand sponge pv less more uuencode md5sum sha1sum sha256sum shasum perl python python3 node ruby'.split(
    ' ',
  ),
);

/** Programs whose output says nothing that anybody would keep to himself. */
const plain = new Set(
  'echo printf true false : exec date uname arch nproc lsb_release seq expr bc basename dirname mktemp uuidgen which command type test [ sleep tput yes cal dpkg rpm getconf locale minikube curl wget http httpie xh read local cd jo sw_vers'.split(
    ' ',
  ),
);

/** Files that hold no more than a version. */
const versions =
  /(?:^|\/)(?:[^/]*version[^/]*|\.nvmrc|\.node-version|\.python-version|\.ruby-version|\.tool-versions|go\.mod|package\.json|cargo\.toml|pyproject\.toml)$/i;

/** Programs that hide what goes through them: nobody encodes what he may show. */
const encoders = new Set('xxd od hexdump hd base64 base32 basenc uuencode gzip bzip2 xz zstd gpg age rev'.split(' '));

/** Verbs of programs whose output is such. */
const plainVerbs: Readonly<Record<string, RegExp>> = {
  git: /^(?:rev-parse|describe|symbolic-ref|branch|tag|rev-list|merge-base|ls-remote|remote)$/,
  gcloud: /^(?:auth|config)$/,
  gh: /^auth$/,
  aws: /^(?:ecr|sts|codeartifact)$/,
  kubectl: /^(?:get|config)$/,
  go: /^(?:env|version|list)$/,
  openssl: /^rand$/,
};

/** Follows what flows between the commands of a reading. */
export class Flow {
  readonly #reading: ShellReading;
  readonly #filesOf: (index: number) => readonly Pattern[];
  readonly #rooted: (index: number, path: Pattern) => readonly Pattern[];
  readonly #feeders = new Map<number, number[]>();
  /** Commands that put an output into variables, in their order. */
  readonly #captures: readonly number[];
  /** Steps that are left; past them all is taken to flow. */
  #budget = 200_000;

  /**
   * @param filesOf what a command reads, rooted
   * @param rooted a path as a command writes it, rooted; nothing for devices
   */
  constructor(
    reading: ShellReading,
    filesOf: (index: number) => readonly Pattern[],
    rooted: (index: number, path: Pattern) => readonly Pattern[],
  ) {
    this.#reading = reading;
    this.#filesOf = filesOf;
    this.#rooted = rooted;
    reading.commands.forEach(({ feeds }, index) => {
      for (const fed of feeds) {
        const known = this.#feeders.get(fed);
        if (known === undefined) this.#feeders.set(fed, [index]);
        else known.push(index);
      }
    });
    this.#captures = reading.commands.flatMap((command, index) => (isCapture(command) ? [index] : [])).slice(0, 64);
  }

  /** What comes in through a command's standard input. */
  input(index: number): Content {
    const command = this.#reading.commands[index];
    if (command === undefined) return nothing;
    const redirected = command.redirections.filter(
      ({ direction, descriptor }) => direction === 'read' && descriptor === 0,
    );
    const files = redirected.flatMap(({ target }) => this.#rooted(index, target));
    const sources = [...command.input.sources, ...(this.#feeders.get(index) ?? [])];
    const open =
      sources.length === 0 && command.input.text?.includes(anything) === true ? this.#capturedBefore(index) : [];
    const content = this.#collect([...sources, ...open]);
    return { files: [...files, ...content.files], tells: files.length > 0 || content.tells };
  }

  /** What a command prints. */
  output(index: number): Content {
    return this.#collect([index]);
  }

  /** What all commands behind one print. */
  later(index: number): Content {
    const last = Math.min(this.#reading.commands.length, index + 1_000);
    return this.#collect(Array.from({ length: Math.max(0, last - index - 1) }, (_, at) => index + 1 + at));
  }

  /** What outputs put into these words of a command: substitutions, variables that hold one, and what `xargs` hands on. */
  words(index: number, carried: readonly Word[]): Content {
    const command = this.#reading.commands[index];
    const open = carried.filter(({ pattern }) => pattern.includes(anything) || pattern.includes('/dev/fd/'));
    if (command === undefined || open.length === 0) return nothing;
    const told = command.words.some(({ outputs }) => outputs !== undefined);
    const outputs = told
      ? open.flatMap(word => word.outputs ?? [])
      : [...command.substitutions, ...this.#capturedBefore(index)];
    return this.#collect([...outputs, ...this.#handed(command, index)]);
  }

  /** What `xargs` hands on as words. */
  #handed(command: Command, index: number): number[] {
    if (!command.via.some(({ by }) => by === 'xargs' || by === 'parallel')) return [];
    for (let at = index - 1; at >= 0 && at > index - 8; at--) {
      const wrapper = this.#reading.commands[at];
      if (wrapper?.program === 'xargs' || wrapper?.program === 'parallel') return [at, ...command.input.sources];
    }
    return [...command.input.sources];
  }

  #capturedBefore(index: number): number[] {
    return this.#captures.filter(at => at < index);
  }

  /** What comes out of these commands, with all that flows into them. */
  #collect(roots: readonly number[]): Content {
    const files: Pattern[] = [];
    const seen = new Set<number>();
    const pending = [...roots];
    const shown: Pattern[] = [];
    let tells = false;
    let hides = false;
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const command = this.#reading.commands[index];
      if (command === undefined || seen.has(index)) continue;
      if (--this.#budget < 0) return { files: [anything], tells: true };
      seen.add(index);
      hides ||= encoders.has(command.program ?? '');
      const read = this.#filesOf(index);
      const own = read.filter(path => !versions.test(path));
      shown.push(...read.filter(path => versions.test(path)));
      for (const path of own) files.push(path);
      tells ||= own.length > 0 || !saysNothing(command);
      pending.push(...command.input.sources, ...command.substitutions, ...(this.#feeders.get(index) ?? []));
      const told = command.words.some(({ outputs }) => outputs !== undefined);
      if (!told && command.words.some(({ pattern }) => pattern.includes(anything)))
        pending.push(...this.#capturedBefore(index));
    }
    return hides && shown.length > 0 ? { files: [...files, ...shown], tells: true } : { files, tells };
  }
}

const nothing: Content = { files: [], tells: false };

function isCapture(command: Command): boolean {
  if (command.words.length === 0) return command.substitutions.length > 0;
  const { program } = command;
  if (program === 'read' || program === 'mapfile' || program === 'readarray') return true;
  const sets = program === 'export' || program === 'local' || program === 'declare' || program === 'readonly';
  return sets && command.substitutions.length > 0;
}

/** Whether a command's output is nothing that anybody would keep to himself. */
function saysNothing(command: Command): boolean {
  const { program } = command;
  if (program === undefined) return command.words.length === 0;
  if (command.wraps === true || plain.has(program) || isCapture(command)) return true;
  if (filters.has(program)) return true;
  const verb = command.words.slice(1).find(({ pattern }) => !pattern.startsWith('-'))?.pattern ?? '';
  return (
    (Object.hasOwn(plainVerbs, program) && plainVerbs[program]?.test(verb)) === true ||
    /^-{1,2}v(?:ersion)?$/i.test(command.words[1]?.pattern ?? '')
  );
}
