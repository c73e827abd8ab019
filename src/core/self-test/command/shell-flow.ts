import type { AndOr, Command, CompoundList, ParsedScript, Statement, SyntaxNode } from 'unbash';
import { parse } from 'unbash';
import { nameOf } from '../../analysis/path-text.ts';
import { readShellStart, unwrap } from '../../protection/shell/wrappers.ts';

/** An exit code that can be told, or `failure`: some code other than 0. */
type Status = number | 'failure';

/** How a piece of a script can come to its end. */
interface Flow {
  /** With which statuses it goes on to what follows. */
  readonly on: ReadonlySet<Status>;
  /** With which codes it ends the whole script. */
  readonly ends: ReadonlySet<Status>;
}

const unknown: ReadonlySet<Status> = new Set<Status>([0, 'failure']);
const nothing: ReadonlySet<Status> = new Set();
const deepest = 8;

/** Commands that end with 0 whatever happens, as far as that matters here. */
const succeeding = /^(?:echo|printf|true|:|sleep|date|export|unset|umask|alias|trap|pwd|tee)$/;

/**
 * The exit codes with which a script can end; `failure` is any code other than 0 that cannot be told.
 * @returns undefined when it does not parse
 */
export function exitCodes(script: ParsedScript): ReadonlySet<Status> | undefined {
  if ((script.errors ?? []).length > 0) return undefined;
  const reader = new FlowReader();
  const { on, ends } = reader.list(script.commands, 0);
  return reader.trapped ? unknown : new Set([...ends, ...on, ...reader.returns]);
}

class FlowReader {
  #functions = new Map<string, SyntaxNode>();
  #stopsOnFailure = false;
  /** How many conditions are being read, in which a failure stops nothing. */
  #tests = 0;
  /** With what `return` has left the function that is being read. */
  returns: ReadonlySet<Status> = nothing;
  /** A trap may change how it ends. */
  trapped = false;

  list(statements: readonly Statement[], depth: number): Flow {
    let flow: Flow = { on: new Set<Status>([0]), ends: nothing };
    for (const { command, background } of statements) {
      if (flow.on.size === 0) break;
      const next =
        background === true ? { on: new Set<Status>([0]), ends: nothing } : this.node(command, depth, flow.on);
      flow = { on: next.on, ends: union(flow.ends, next.ends) };
      if (background !== true && stops(command)) flow = this.#stop(flow);
    }
    return flow;
  }

  /** @param before the statuses with which what stands before has ended, for a bare `exit` */
  node(node: SyntaxNode, depth: number, before: ReadonlySet<Status>): Flow {
    if (depth > deepest) return { on: unknown, ends: new Set<Status>(['failure']) };
    switch (node.type) {
      case 'Command':
        return this.#command(node, depth, before);
      case 'AndOr':
        return this.#andOr(node, depth, before);
      case 'Pipeline': {
        const last = node.commands.at(-1);
        const negated = node.prefixes.some(({ type }) => type === 'Negation');
        const plain = (): Flow => (last === undefined ? done : this.node(last, depth, before));
        const read = negated ? (): Flow => this.#tested(plain) : plain;
        const flow = node.commands.length === 1 ? read() : this.#apart(read);
        return negated ? { on: new Set([...flow.on].map(negate)), ends: flow.ends } : flow;
      }
      case 'BraceGroup':
        return this.#compound(node.body, depth);
      case 'Subshell':
        return this.#apart(() => this.#compound(node.body, depth));
      case 'Redirected':
        return this.node(node.command, depth, before);
      case 'Function':
        this.#functions.set(node.name.value, node.body);
        return { on: new Set<Status>([0]), ends: nothing };
      case 'CompoundList':
        return this.#compound(node, depth);
      case 'If': {
        const branches = [node, ...node.elif];
        let flow: Flow = { on: nothing, ends: nothing };
        let goesOn = true;
        for (const { clause, then } of branches) {
          if (!goesOn) break;
          const test = this.#tested(() => this.#compound(clause, depth));
          flow = join(flow, { on: nothing, ends: test.ends });
          if (test.on.has(0)) flow = join(flow, this.#compound(then, depth));
          goesOn = [...test.on].some(status => status !== 0);
        }
        if (!goesOn) return flow;
        return join(flow, node.else === undefined ? done : this.#compound(node.else, depth));
      }
      case 'While': {
        const { on } = this.#tested(() => this.#compound(node.clause, depth));
        const forEver = on.size === 1 && on.has(0) === (node.kind === 'while');
        const body = this.#compound(node.body, depth);
        return { on: forEver && body.ends.size > 0 ? nothing : unknown, ends: body.ends };
      }
      case 'For':
      case 'Select':
      case 'ArithmeticFor':
        return { on: unknown, ends: this.#compound(node.body, depth).ends };
      case 'Case': {
        const bodies = node.items.map(({ body }) => this.#compound(body, depth));
        return bodies.reduce(join, hasDefault(node.items) ? { on: nothing, ends: nothing } : done);
      }
      default:
        return { on: unknown, ends: nothing };
    }
  }

  /** After `set -e` a failure ends the script. */
  #stop(flow: Flow): Flow {
    if (!this.#stopsOnFailure || this.#tests > 0) return flow;
    const failed = new Set([...flow.on].filter(status => status !== 0));
    return { on: new Set([...flow.on].filter(status => status === 0)), ends: union(flow.ends, failed) };
  }

  #tested(read: () => Flow): Flow {
    this.#tests++;
    const flow = read();
    this.#tests--;
    return flow;
  }

  /** What runs in a process of its own: its end is a status for what stands around it. */
  #apart(read: () => Flow): Flow {
    const outer = this.returns;
    const stopped = this.#stopsOnFailure;
    const functions = new Map(this.#functions);
    this.returns = nothing;
    const { on, ends } = read();
    this.#stopsOnFailure = stopped;
    this.#functions = functions;
    const flow = { on: union(union(on, ends), this.returns), ends: nothing };
    this.returns = outer;
    return flow;
  }

  #compound({ commands }: CompoundList, depth: number): Flow {
    return this.list(commands, depth + 1);
  }

  #andOr({ commands, operators }: AndOr, depth: number, before: ReadonlySet<Status>): Flow {
    const [first, ...others] = commands;
    if (first === undefined) return done;
    let flow =
      others.length === 0 ? this.node(first, depth, before) : this.#tested(() => this.node(first, depth, before));
    for (const [index, command] of others.entries()) {
      const wanted = operators[index] === '&&';
      const through = [...flow.on].filter(status => (status === 0) === wanted);
      const past = [...flow.on].filter(status => (status === 0) !== wanted);
      if (through.length === 0) continue;
      const read = (): Flow => this.node(command, depth, new Set(through));
      const next = index === others.length - 1 ? this.#stop(read()) : this.#tested(read);
      flow = { on: union(new Set(past), next.on), ends: union(flow.ends, next.ends) };
    }
    return flow;
  }

  #command(command: Command, depth: number, before: ReadonlySet<Status>): Flow {
    const words = [command.name, ...command.args].map(word =>
      word?.type === 'Word' ? word.value : (word?.text ?? ''),
    );
    if (command.name === undefined) return hasSubstitution(command) ? { on: unknown, ends: nothing } : done;
    return this.#call(words, depth, before);
  }

  #call([path = '', ...args]: readonly string[], depth: number, before: ReadonlySet<Status>): Flow {
    const name = nameOf(path);
    const body = this.#functions.get(path);
    if (body !== undefined) {
      const outer = this.returns;
      this.returns = nothing;
      const { on, ends } = this.node(body, depth + 2, before);
      const flow = { on: union(on, this.returns), ends };
      this.returns = outer;
      return flow;
    }
    if (name === 'exit') return { on: nothing, ends: codeOf(args[0], before) };
    if (name === 'return') {
      this.returns = union(this.returns, codeOf(args[0], before));
      return { on: nothing, ends: nothing };
    }
    if (name === 'trap') this.trapped ||= /^(?:EXIT|0|ERR)$/.test(args.at(-1) ?? '');
    if (name === 'false') return { on: new Set<Status>([1]), ends: nothing };
    if (name === 'set') this.#stopsOnFailure ||= args.some(word => /^-[a-z]*e/.test(word)) || args.includes('errexit');
    if (name === 'set' || succeeding.test(name)) return done;
    if (name === 'cat' && args.length === 0) return done;
    if (name === 'eval') {
      const script = parse(args.join(' '));
      const known = (script.errors ?? []).length === 0 && depth < deepest;
      return known ? this.list(script.commands, depth + 1) : { on: unknown, ends: unknown };
    }
    const inner = this.#inner(name, args);
    if (inner === undefined) return { on: unknown, ends: name === 'exec' ? unknown : nothing };
    const { on, ends } = typeof inner === 'string' ? flowOf(inner, depth) : this.#call(inner, depth + 1, before);
    if (name === 'exec') return { on: nothing, ends: union(on, ends) };
    return { on: union(on, ends), ends: nothing };
  }

  /** The command that another one runs: its words, or a text; undefined when it is no such command. */
  #inner(name: string, args: readonly string[]): string | readonly string[] | undefined {
    const start = readShellStart(name, args);
    if (start?.text !== undefined) return start.text;
    const inner = start === undefined && name !== 'time' ? unwrap(name, args) : undefined;
    if (inner === undefined || name === 'npx' || name === 'timeout') return undefined;
    return inner.kind === 'text' ? inner.text : inner.words;
  }
}

/** Whether a failure of a statement ends a script after `set -e`; one with `&&` and `||` looks at its parts. */
function stops(node: SyntaxNode): boolean {
  if (node.type === 'AndOr' || node.type === 'If') return false;
  return node.type !== 'Pipeline' || node.prefixes.every(({ type }) => type !== 'Negation');
}

const done: Flow = { on: new Set<Status>([0]), ends: nothing };

function flowOf(text: string, depth: number): Flow {
  const script = parse(text);
  if ((script.errors ?? []).length > 0 || depth > deepest) return { on: unknown, ends: nothing };
  return new FlowReader().list(script.commands, depth + 1);
}

function codeOf(word: string | undefined, before: ReadonlySet<Status>): ReadonlySet<Status> {
  if (word === undefined) return before;
  return /^\d+$/.test(word) ? new Set<Status>([Number(word) % 256]) : unknown;
}

function negate(status: Status): Status {
  return status === 0 ? 1 : 0;
}

function hasDefault(items: readonly { readonly pattern: readonly { readonly value: string }[] }[]): boolean {
  return items.some(({ pattern }) => pattern.some(({ value }) => value === '*'));
}

function hasSubstitution({ prefix }: Command): boolean {
  return prefix.some(item => item.type === 'Assignment' && /\$\(|`/.test(item.text));
}

function join(a: Flow, b: Flow): Flow {
  return { on: union(a.on, b.on), ends: union(a.ends, b.ends) };
}

function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  return a.size === 0 ? b : new Set([...a, ...b]);
}
