import type { Environment } from '@marcbachmann/cel-js';
import type { OneOrMore } from '../../analysis/facts/facts.ts';
import { celTypeOf, type FactKind, factMembers } from './fact-members.ts';
import {
  CommandView,
  type FactGround,
  type FactsView,
  FilesView,
  factViews,
  PathView,
  ShellView,
  SqlView,
  StatementView,
  UrlView,
} from './fact-views.ts';

const classes: Readonly<Record<FactKind, new (...args: never[]) => object>> = {
  Command: CommandView,
  Statement: StatementView,
  Sql: SqlView,
  Shell: ShellView,
  Files: FilesView,
  Path: PathView,
  Url: UrlView,
};

type Methods = Readonly<Record<string, ((texts: OneOrMore, flags?: readonly string[]) => boolean) | undefined>>;

/** A text or several, as a function of the law was given them. */
function readTexts(value: unknown): OneOrMore {
  if (typeof value === 'string') return value;
  const list = value instanceof Set ? [...(value as Set<unknown>)] : value;
  if (!Array.isArray(list) || !list.every(item => typeof item === 'string')) {
    throw new Error('a text is asked for, or a list of texts');
  }
  return list;
}

function readList(value: unknown): readonly string[] {
  return [readTexts(value)].flat();
}

function registerMethods(environment: Environment, kind: FactKind): void {
  const type = celTypeOf(kind);
  for (const [name, argument] of Object.entries(factMembers[kind].methods)) {
    const call = (view: FactsView<Methods>, texts: unknown, flags?: unknown): boolean => {
      const given = readTexts(texts);
      const list = flags === undefined ? [] : [readList(flags)];
      return view.ask(facts => {
        if (facts[name] === undefined) throw new Error(`\`${name}\` cannot be asked here`);
        return facts[name](given, ...list);
      });
    };
    for (const first of ['string', 'list<string>']) {
      environment.registerFunction(`${type}.${name}(${first}): bool`, (view: never, texts: unknown) =>
        call(view, texts),
      );
      if (argument !== 'command') continue;
      environment.registerFunction(
        `${type}.${name}(${first}, list<string>): bool`,
        (view: never, texts: unknown, flags: unknown) => call(view, texts, flags),
      );
    }
  }
}

/**
 * Adds what tells of a call's effects: the types of facts with their members, and the functions that make facts of a text.
 * The variables `shell` and `files` are the caller's to add, where they exist.
 */
export function registerFacts(environment: Environment, ground: FactGround): void {
  for (const [kind, ctor] of Object.entries(classes) as [FactKind, (typeof classes)[FactKind]][]) {
    environment.registerType(celTypeOf(kind), { ctor, fields: { ...factMembers[kind].properties } });
  }
  for (const kind of Object.keys(classes) as FactKind[]) registerMethods(environment, kind);
  environment
    .registerFunction('shell(string): hooklaw.Shell', (text: string) => factViews.shellOf(ground, text))
    .registerFunction('sql(string): hooklaw.Sql', (text: string) => factViews.sqlOf(ground, text))
    .registerFunction('sql(string, string): hooklaw.Sql', (text: string, dialect: string) =>
      factViews.sqlOf(ground, text, dialect),
    )
    .registerFunction('path(string): hooklaw.Path', (text: string) => factViews.pathOf(ground, text))
    .registerFunction('url(string): hooklaw.Url', (text: string) => factViews.urlOf(ground, text));
}
