import type { CallFacts, OneOrMore } from '../../analysis/facts/facts.ts';
import { programsOf } from '../../analysis/facts/runs/command-index.ts';
import { type ASTNode, calledFunction, literalList, literalOf, pathOf } from '../syntax.ts';
import { type FactKind, factMembers } from './fact-members.ts';
import { factKindOf, fieldAccess } from './fact-receiver.ts';

/** Whose facts a question is about: the call's own, or those of a text. */
type Subject = 'shell' | 'shell.sql' | 'files' | 'sql' | 'path' | 'url';

/** The names along a field's path, or its number in the law's list of paths. */
type PathRef = readonly string[] | number;

/**
 * A question about what a call would do that is answered by yes or no and whose arguments are constants, but for one field of
 * the call: `shell.runs('git push', ['-f'])`, `sql(input.query).writes`. It needs no expression engine.
 */
export interface FactTest {
  readonly op: 'fact';
  readonly of: Subject;
  readonly member: string;
  /** The field whose text is asked about; absent where it is the call itself. */
  readonly path?: PathRef;
  /** The dialect of a query, where the law names it. */
  readonly dialect?: string;
  readonly args?: readonly OneOrMore[];
  /** The programs of the commands that are asked for: where none of them runs, the answer is no. */
  readonly programs?: readonly string[];
}

function readSubject(node: ASTNode): Pick<FactTest, 'of' | 'path' | 'dialect'> | undefined {
  if (node.op === 'id') {
    const kind = factKindOf(node);
    return kind === 'Shell' ? { of: 'shell' } : kind === 'Files' ? { of: 'files' } : undefined;
  }
  const access = fieldAccess(node);
  if (access !== undefined) {
    const outer = factKindOf(node) === 'Sql' ? readSubject(access.object) : undefined;
    return outer === undefined ? undefined : { ...outer, of: 'shell.sql' };
  }
  const call = calledFunction(node);
  if (call === undefined || factKindOf(node) === undefined) return undefined;
  const [text, dialect] = call.arguments;
  const path = text === undefined ? undefined : pathOf(text);
  const named = dialect === undefined ? undefined : literalOf(dialect);
  // Where the text is no field, or the dialect no constant, only the expression engine can tell.
  if (path === undefined || path.length < 2 || (dialect !== undefined && typeof named !== 'string')) return undefined;
  return { of: call.name as Subject, path, ...(typeof named === 'string' ? { dialect: named } : {}) };
}

/** A constant text or list of texts. */
export function literalTexts(node: ASTNode): OneOrMore | undefined {
  const one = literalOf(node);
  if (typeof one === 'string') return one;
  const list = literalList(node);
  return list?.every(item => typeof item === 'string') === true ? list : undefined;
}

/** Whether a member of a kind is a property that is true or false, or a method. */
function asks(kind: FactKind | undefined, member: string, how: 'properties' | 'methods'): boolean {
  if (kind === undefined) return false;
  const members: Readonly<Record<string, string>> = factMembers[kind][how];
  if (!Object.hasOwn(members, member)) return false;
  return how === 'methods' || members[member] === 'bool';
}

/** The question that a part of a condition is; undefined where it is none, or not with constants alone. */
export function readFactTest(node: ASTNode): FactTest | undefined {
  const access = fieldAccess(node);
  if (access !== undefined) {
    if (!asks(factKindOf(access.object), access.name, 'properties')) return undefined;
    const subject = readSubject(access.object);
    return subject === undefined ? undefined : { op: 'fact', ...subject, member: access.name };
  }
  const call = calledFunction(node);
  if (call?.receiver === undefined || !asks(factKindOf(call.receiver), call.name, 'methods')) return undefined;
  const subject = readSubject(call.receiver);
  const args = call.arguments.map(literalTexts);
  if (subject === undefined || args.some(arg => arg === undefined)) return undefined;
  const programs = isAboutCommands(call.name) ? programsOf([args[0] ?? []].flat()) : undefined;
  return {
    op: 'fact',
    ...subject,
    member: call.name,
    args: args as OneOrMore[],
    ...(programs === undefined ? {} : { programs }),
  };
}

function isAboutCommands(method: string): boolean {
  const methods: Readonly<Record<string, string>> = factMembers.Shell.methods;
  return Object.hasOwn(methods, method) && methods[method] === 'command';
}

function factsOf({ of, dialect }: FactTest, text: string | undefined, facts: CallFacts): object {
  const shell = (): ReturnType<CallFacts['shell']> => (text === undefined ? facts.shell() : facts.shellOf(text));
  switch (of) {
    case 'shell':
      return shell();
    case 'shell.sql':
      return shell().sql();
    case 'files':
      return facts.files();
    case 'sql':
      return facts.sqlOf(text ?? '', dialect);
    case 'path':
      return facts.pathOf(text ?? '');
    case 'url':
      return facts.urlOf(text ?? '');
  }
}

type Asked = (...args: readonly OneOrMore[]) => unknown;

/**
 * Asks the facts of a call.
 * @param text the text that the question is about, where it is not about the call itself
 * @throws {UnreadableError} where that text cannot be read, and what the facts throw where something has to be loaded first
 */
export function askFacts(test: FactTest, text: string | undefined, facts: CallFacts): boolean {
  const of = factsOf(test, text, facts) as Readonly<Record<string, Asked | undefined>>;
  if (test.programs !== undefined && of['mentions']?.(test.programs) === false) return false;
  const answer = of[test.member]?.(...(test.args ?? []));
  if (typeof answer !== 'boolean') throw new Error(`\`${test.of}.${test.member}\` cannot be asked here`);
  return answer;
}
