import type {
  CallFacts,
  CommandFact,
  FileFacts,
  PathFacts,
  ShellFacts,
  SqlFacts,
  UrlFacts,
} from '../../analysis/facts/facts.ts';
import type { SqlStatement } from '../../analysis/sql/reading.ts';

// Facts as CEL sees them: a class for each kind, by which the library tells their types apart. What is read without
// parentheses is a getter, so that it is worked out when it is asked for.

export class CommandView {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly via: readonly string[];
  readonly elsewhere: boolean;

  constructor({ program, args, cwd, via, elsewhere }: CommandFact) {
    this.program = program;
    this.args = args;
    this.cwd = cwd;
    this.via = via;
    this.elsewhere = elsewhere;
  }
}

export class StatementView {
  readonly verb: string;
  readonly does: string;
  readonly tables: readonly string[];
  readonly everyRow: boolean;
  readonly destroys: boolean;

  constructor({ verb, does, tables, everyRow, destroys }: SqlStatement) {
    this.verb = verb;
    this.does = does;
    this.tables = tables;
    this.everyRow = everyRow === true;
    this.destroys = destroys === true;
  }
}

/** What expressions read facts from. */
export interface FactGround {
  /** The facts of the call that is judged. */
  readonly read: () => CallFacts;
  /** Told of what the facts threw: CEL goes on where another part of the condition decides. */
  readonly failed: (error: unknown) => void;
}

export class FactsView<F> {
  readonly #facts: () => F;
  readonly #failed: FactGround['failed'];

  constructor(facts: () => F, failed: FactGround['failed']) {
    this.#facts = facts;
    this.#failed = failed;
  }

  ask<T>(question: (facts: F) => T): T {
    try {
      return question(this.#facts());
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  /** A view of facts inside of these. */
  within<G, V>(view: new (facts: () => G, failed: FactGround['failed']) => V, part: (facts: F) => G): V {
    return new view(() => part(this.#facts()), this.#failed);
  }
}

export class SqlView extends FactsView<SqlFacts> {
  get writes(): boolean {
    return this.ask(facts => facts.writes());
  }

  get destroys(): boolean {
    return this.ask(facts => facts.destroys());
  }

  get statements(): readonly StatementView[] {
    return this.ask(facts => facts.statements().map(statement => new StatementView(statement)));
  }

  get tables(): readonly string[] {
    return this.ask(facts => facts.tables());
  }

  get unknown(): boolean {
    return this.ask(facts => facts.unknown());
  }
}

export class ShellView extends FactsView<ShellFacts> {
  get forksWithoutEnd(): boolean {
    return this.ask(facts => facts.forksWithoutEnd());
  }

  get commands(): readonly CommandView[] {
    return this.ask(facts => facts.commands().map(command => new CommandView(command)));
  }

  get unknown(): boolean {
    return this.ask(facts => facts.unknown());
  }

  get reasons(): readonly string[] {
    return this.ask(facts => facts.reasons());
  }

  get sql(): SqlView {
    return this.within(SqlView, facts => facts.sql());
  }
}

export class FilesView extends FactsView<FileFacts> {
  get deletesUnknown(): boolean {
    return this.ask(facts => facts.deletesUnknown());
  }

  get sendsOut(): boolean {
    return this.ask(facts => facts.sendsOut());
  }

  get hosts(): readonly string[] {
    return this.ask(facts => facts.hosts());
  }

  get printsEnvironment(): boolean {
    return this.ask(facts => facts.printsEnvironment());
  }
}

export class PathView extends FactsView<PathFacts> {
  get text(): string {
    return this.ask(facts => facts.text());
  }

  get name(): string {
    return this.ask(facts => facts.name());
  }

  get extension(): string {
    return this.ask(facts => facts.extension());
  }
}

export class UrlView extends FactsView<UrlFacts> {
  get scheme(): string {
    return this.ask(facts => facts.scheme());
  }

  get host(): string {
    return this.ask(facts => facts.host());
  }

  get port(): string {
    return this.ask(facts => facts.port());
  }

  get path(): string {
    return this.ask(facts => facts.path());
  }

  get user(): string {
    return this.ask(facts => facts.user());
  }

  get valid(): boolean {
    return this.ask(facts => facts.valid());
  }
}

/** What is made of a call's facts where an expression begins. */
export const factViews = {
  shell: ({ read, failed }: FactGround) => new ShellView(() => read().shell(), failed),
  shellOf: ({ read, failed }: FactGround, text: string) => new ShellView(() => read().shellOf(text), failed),
  files: ({ read, failed }: FactGround) => new FilesView(() => read().files(), failed),
  sqlOf: ({ read, failed }: FactGround, text: string, dialect?: string) =>
    new SqlView(() => read().sqlOf(text, dialect), failed),
  pathOf: ({ read, failed }: FactGround, text: string) => new PathView(() => read().pathOf(text), failed),
  urlOf: ({ read, failed }: FactGround, text: string) => new UrlView(() => read().urlOf(text), failed),
};
