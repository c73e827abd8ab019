import type { FactDefinition } from '../context/fact.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { Span } from '../problem/position.ts';
import { defineFact } from './define-fact.ts';
import { defaultDeadlineMs, parseDuration } from './duration.ts';
import type { FactDocument } from './fact-schema.ts';
import { isKeySetUrl } from './key-set.ts';
import type { LawSource } from './read-source.ts';
import type { LawDocument } from './schema.ts';

type Report = (code: ProblemCode, span: Span, details: { message: string; help?: string }) => void;

const sourceKinds = ['env', 'file', 'command', 'jwt', 'value'] as const;
type SourceKind = (typeof sourceKinds)[number];

/** Keys that say more about a source, and the sources that they go with. */
const companions: readonly (readonly [keyof FactDocument, readonly SourceKind[]])[] = [
  ['pointer', ['file', 'command', 'jwt']],
  ['format', ['command']],
  ['timeout', ['command', 'jwt']],
  ['untrusted_ok', ['file', 'command', 'jwt']],
];

const words = (keys: readonly string[]): string => keys.map(key => `\`${key}\``).join(', ');

/** Compiles the facts of one law. */
class ContextCompiler {
  readonly #document: LawDocument;
  readonly #source: LawSource;
  readonly #report: Report;

  constructor(document: LawDocument, source: LawSource, report: Report) {
    this.#document = document;
    this.#source = source;
    this.#report = report;
  }

  compile(): Record<string, FactDefinition> {
    const facts: Record<string, FactDefinition> = {};
    for (const [name, fact] of Object.entries(this.#document.context ?? {})) {
      const kind = this.#findKind(name, fact);
      if (kind === undefined) continue;
      this.#checkCompanions(name, fact, kind);
      this.#checkFormat(name, fact);
      this.#checkTimeout(name, fact);
      this.#checkToken(name, fact);
      this.#warnOfProjectFiles(name, fact);
      const definition = defineFact(fact);
      if (definition !== undefined) facts[name] = definition;
    }
    return facts;
  }

  /** The one source of a fact; undefined, and reported, when it has none or several. */
  #findKind(name: string, fact: FactDocument): SourceKind | undefined {
    const [kind, second] = sourceKinds.filter(key => fact[key] !== undefined);
    if (kind !== undefined && second === undefined) return kind;
    this.#report('law/missing-key', this.#source.locateKey(['context'], name), {
      message: `the fact \`${name}\` must have exactly one source`,
      help: 'give one of `env`, `file`, `command`, `jwt` or `value`',
    });
    return undefined;
  }

  #checkCompanions(name: string, fact: FactDocument, kind: SourceKind): void {
    for (const [key, kinds] of companions) {
      if (fact[key] === undefined || kinds.includes(kind)) continue;
      this.#report('law/unknown-key', this.#source.locateKey(['context', name], key), {
        message: `\`${key}\` does not go with \`${kind}\``,
        help: `it goes with ${words(kinds)}`,
      });
    }
  }

  #checkFormat(name: string, { format, pointer }: FactDocument): void {
    if (format !== 'text' || pointer === undefined) return;
    this.#report('law/wrong-type', this.#source.locateValue(['context', name, 'format']), {
      message: `a pointer leads into JSON, and \`${name}\` takes the output as a text`,
      help: 'say `format: json`, or take `pointer` out',
    });
  }

  /** A source that may take as long as the hook itself would take every call with it. */
  #checkTimeout(name: string, { timeout }: FactDocument): void {
    if (timeout === undefined) return;
    const { deadline } = this.#document;
    const most = deadline === undefined ? defaultDeadlineMs : (parseDuration(deadline) ?? defaultDeadlineMs);
    if ((parseDuration(timeout) ?? 0) < most) return;
    this.#report('law/wrong-type', this.#source.locateValue(['context', name, 'timeout']), {
      message: `\`timeout\` must be shorter than the hook's own deadline of ${deadline ?? `${defaultDeadlineMs} ms`}`,
      help: 'let it take less time, or set a longer `deadline` (10s at most)',
    });
  }

  #checkToken(name: string, { jwt }: FactDocument): void {
    if (jwt === undefined || (jwt.token.env === undefined) !== (jwt.token.file === undefined)) return;
    this.#report('law/missing-key', this.#source.locateKey(['context', name, 'jwt'], 'token'), {
      message: `the token of \`${name}\` must have exactly one source`,
      help: 'give one of `env` and `file`',
    });
  }

  /** In a law that lies in a project, a path beside it is one where the agent writes: the hook would refuse the fact. */
  #warnOfProjectFiles(name: string, fact: FactDocument): void {
    if (fact.untrusted_ok !== undefined || !isProjectLaw(this.#source.file)) return;
    for (const { path, file } of filesOf(fact)) {
      if (!isBeside(file)) continue;
      this.#report('law/fact-in-project', this.#source.locateValue(['context', name, ...path]), {
        message: `\`${file}\` lies in the project, where the agent can write, so the fact \`${name}\` is refused`,
        help: "keep it outside of the project and give its absolute path, or say why the agent's hands on it are all right: `untrusted_ok: …`",
      });
    }
  }
}

/** Whether a law has the name by which the hook finds a project's law. */
function isProjectLaw(file: string): boolean {
  return /(?:^|[\\/])hooklaw\.(?:ya?ml|jsonc?)$/.test(file);
}

/** Whether a path stays in the folder of the law. */
function isBeside(file: string): boolean {
  return !/^(?:[\\/]|[A-Za-z]:|\.\.(?:[\\/]|$))/.test(file);
}

interface NamedFile {
  readonly path: readonly PropertyKey[];
  readonly file: string;
}

/** The files that a fact rests on, with their places in the law; a program without a slash is looked for elsewhere. */
function filesOf({ file, command, jwt }: FactDocument): NamedFile[] {
  const files: NamedFile[] = [];
  if (file !== undefined) files.push({ path: ['file'], file });
  const program = command?.[0] ?? '';
  if (/[\\/]/.test(program)) files.push({ path: ['command', 0], file: program });
  if (jwt?.token.file !== undefined) files.push({ path: ['jwt', 'token', 'file'], file: jwt.token.file });
  const keySets = jwt === undefined ? [] : [jwt.jwks].flat();
  for (const [at, keySet] of keySets.entries()) {
    const path = typeof jwt?.jwks === 'string' ? ['jwt', 'jwks'] : ['jwt', 'jwks', at];
    if (!isKeySetUrl(keySet)) files.push({ path, file: keySet });
  }
  return files;
}

/** Compiles the `context` of a law; what is wrong is reported, and the fact left out where it has no source. */
export function compileContext(
  document: LawDocument,
  source: LawSource,
  report: Report,
): Record<string, FactDefinition> {
  return new ContextCompiler(document, source, report).compile();
}
