import type { SyntaxTree } from '../../parsers.ts';
import { anything, type Pattern } from '../../pattern.ts';
import { Call, type CodeSurroundings, type Given, type Reader } from '../call.ts';
import { Findings } from '../findings.ts';
import { joinValues } from '../folder.ts';
import { type Scope, untilStable } from '../scope.ts';
import { type Node, walkTree } from '../tree-walk.ts';
import {
  concat,
  concatAll,
  either,
  elementOf,
  list,
  named,
  nothing,
  optionsOf,
  originOf,
  plainText,
  some,
  text,
  type Value,
} from '../value.ts';
import { readFormatString, readReplacement, readString } from './literals.ts';
import { readMember } from './member.ts';
import { callMethod } from './methods.ts';
import { callName, isKnownName } from './names.ts';
import { readSubscript } from './subscript.ts';

const declarations = new Set(['FunctionDefinition', 'LambdaExpression']);
const conditions = new Set([
  'IfStatement',
  'WhileStatement',
  'ForStatement',
  'TryStatement',
  'MatchStatement',
  'ConditionalExpression',
  'ComprehensionExpression',
  'ArrayComprehensionExpression',
  'SetComprehensionExpression',
  'DictionaryComprehensionExpression',
]);
const punctuation = new Set([
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  'Comment',
  '⚠',
  '*',
  '**',
  'async',
  'await',
  'lambda',
  'for',
  'in',
  'if',
]);

/** Reads a syntax tree of Python. */
export function readPythonTree(tree: SyntaxTree, code: string, surroundings: CodeSurroundings): Findings {
  return untilStable(scope => {
    const findings = new Findings();
    const reader = new PythonReader(code, scope, findings, surroundings);
    walkTree(tree, { enter: node => reader.enter(node), leave: node => reader.leave(node) });
    return findings;
  });
}

/** Names are read from the bottom of the tree up; each node gets the value that it stands for. */
class PythonReader implements Reader {
  readonly code: string;
  readonly scope: Scope;
  readonly findings: Findings;
  readonly args: readonly Pattern[];
  readonly home: Pattern;
  readonly env: (name: string) => string | undefined;
  readonly #stars: string[] = [];
  readonly #functions: number[] = [];
  /** How many conditions stand around, for each of the functions that do. */
  readonly #conditions = [0];

  constructor(code: string, scope: Scope, findings: Findings, surroundings: CodeSurroundings) {
    this.code = code;
    this.scope = scope;
    this.findings = findings;
    this.args = surroundings.args;
    this.home = surroundings.home;
    this.env = surroundings.env;
  }

  enter(node: Node): void {
    const { parent } = node;
    if (declarations.has(node.name)) {
      this.#functions.push(node.from);
      this.#conditions.push(0);
    }
    if (conditions.has(node.name)) this.#condition(1);
    if (parent === undefined) return;
    if (node.name === 'Body') {
      if (parent.name === 'ForStatement') this.#bindLoop(parent.children.slice(0, -1));
      if (parent.name === 'WithStatement') this.#bindWith(parent.children);
      if (parent.name === 'FunctionDefinition') this.#declare(parent);
    }
    if (parent.name === 'LambdaExpression' && parent.children.at(-2)?.name === ':') this.#bindParameters(parent);
  }

  leave(node: Node): Value {
    const value = this.#valueOf(node);
    if (declarations.has(node.name)) {
      this.#functions.pop();
      this.#conditions.pop();
    }
    if (conditions.has(node.name)) this.#condition(-1);
    return value;
  }

  #text(node: Node): string {
    return this.code.slice(node.from, node.to);
  }

  #valueOf(node: Node): Value {
    switch (node.name) {
      case 'String':
        return readString(this.#text(node));
      case 'FormatString':
        return readFormatString(node, this.code);
      case 'FormatReplacement':
        return readReplacement(node);
      case 'ContinuedString':
        return concatAll(node.children.map(child => child.value));
      case 'Number':
        return { kind: 'number', number: Number(this.#text(node).replaceAll('_', '')), from: 0 };
      case 'Boolean':
        return { kind: 'flag', flag: this.#text(node) === 'True', from: 0 };
      case 'VariableName':
        return this.#look(node);
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
      case 'NamedExpression':
        return this.#inner(node);
      case 'MemberExpression':
        return this.#member(node);
      case 'CallExpression':
        return this.#call(node);
      case 'BinaryExpression':
        return this.#binary(node);
      case 'UnaryExpression':
        return this.#negative(node);
      case 'ConditionalExpression':
        return either([node.children[0]?.value ?? nothing, node.children.at(-1)?.value ?? nothing]);
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return list(node.children.filter(child => !punctuation.has(child.name)).map(child => child.value));
      case 'ArrayComprehensionExpression':
      case 'ComprehensionExpression':
      case 'SetComprehensionExpression':
        return this.#comprehension(node);
      case 'DictionaryExpression':
        return this.#dictionary(node);
      case 'AssignStatement':
        return this.#assignments(node);
      case 'UpdateStatement':
        return this.#update(node);
      case 'ImportStatement':
        return this.#import(node);
      case 'ReturnStatement':
        return this.#return(node);
      case 'LambdaExpression':
        this.scope.returned(node.from, node.children.at(-1)?.value ?? nothing);
        return { kind: 'local', id: node.from, from: 0 };
      case 'PrintStatement':
        for (const child of node.children) this.findings.printed(child.value);
        return nothing;
      case 'Script':
      case 'Body':
      case 'ArgList':
      case 'ParamList':
        return nothing;
      default:
        return node.name.endsWith('Statement') ? nothing : some(originOf(node.children.map(child => child.value)));
    }
  }

  #look(node: Node): Value {
    const name = this.#text(node);
    const found = this.scope.look(name, this.#owner);
    if (found !== undefined) return found;
    const starred = this.#stars.find(module => isKnownName(`${module}.${name}`));
    return named(starred === undefined ? name : `${starred}.${name}`);
  }

  #inner(node: Node): Value {
    if (node.name === 'NamedExpression') {
      const [target, , value] = node.children;
      if (target !== undefined && value !== undefined) this.#bind(target, value.value);
      return value?.value ?? nothing;
    }
    return node.children.findLast(child => !punctuation.has(child.name))?.value ?? nothing;
  }

  #member(node: Node): Value {
    const [object, mark, property] = node.children;
    if (object === undefined || mark === undefined || property === undefined) return nothing;
    if (mark.name === '[') return readSubscript(object.value, node.children.slice(2, -1), this);
    const name = this.#text(property);
    const options = optionsOf(object.value);
    return either(options.map(option => this.#attribute(option, name)));
  }

  #attribute(object: Value, name: string): Value {
    const held =
      object.kind === 'some' || object.kind === 'local' || (object.kind === 'name' && !object.name.includes('.'))
        ? this.scope.look(`.${name}`, this.#owner)
        : undefined;
    if (held !== undefined && !(object.kind === 'name' && isKnownName(`${object.name}.${name}`))) return held;
    return readMember(object, name, this);
  }

  #call(node: Node): Value {
    const [callee, args] = node.children;
    if (callee === undefined || args === undefined) return nothing;
    return this.apply(callee.value, this.#given(args));
  }

  #given(args: Node): Given {
    const positional: Value[] = [];
    const keyed = new Map<string, Value>();
    const { children } = args;
    for (let at = 0; at < children.length; at++) {
      const child = children[at];
      if (child === undefined || (punctuation.has(child.name) && child.name !== '*' && child.name !== '**')) continue;
      const next = children[at + 1];
      if (child.name === '*' || child.name === '**') {
        if (next !== undefined) this.#spread(child.name, next.value, positional, keyed);
        at++;
      } else if (next?.name === 'AssignOp') {
        keyed.set(this.#text(child), children[at + 2]?.value ?? nothing);
        at += 2;
      } else if (next?.name === 'for' || next?.name === 'async') {
        this.#bindLoop(children.slice(at + 1));
        positional.push(list([child.value], true));
        break;
      } else positional.push(child.value);
    }
    return { positional, named: keyed };
  }

  #spread(mark: string, value: Value, positional: Value[], keyed: Map<string, Value>): void {
    if (mark === '*') positional.push(...(value.kind === 'list' ? value.items : [elementOf(value)]));
    else if (value.kind === 'map') for (const [key, entry] of value.entries) keyed.set(key, entry);
    else keyed.set('**', value);
  }

  apply(callee: Value, given: Given): Value {
    const results = optionsOf(callee).map((option): Value => {
      if (option.kind === 'local') {
        // What makes an object of a class gets it first.
        const positional = option.makes === true ? [nothing, ...given.positional] : given.positional;
        this.scope.called(option.id, positional, given.named);
        return this.scope.resultOf(option.id);
      }
      if (option.kind === 'name') return callName(new Call(this, option.name, given));
      if (option.kind === 'method') return this.#method(option.of, option.name, given);
      return some(option.from | originOf(given.positional) | originOf([...given.named.values()]));
    });
    return either(results);
  }

  /** A method of a value; where the code declares one by that name, it may be meant. */
  #method(of: Value, name: string, given: Given): Value {
    const declared = of.kind === 'some' ? this.scope.look(`def ${name}`, this.#owner) : undefined;
    if (declared !== undefined)
      for (const option of optionsOf(declared)) {
        if (option.kind === 'local') this.scope.called(option.id, [of, ...given.positional], given.named);
      }
    return callMethod(of, new Call(this, name, given));
  }

  #binary(node: Node): Value {
    const [left, operator, right] = node.children;
    if (left === undefined || operator === undefined || right === undefined) return nothing;
    if (/^(?:CompareOp|in|not|is)$/.test(operator.name)) return nothing;
    const sign = this.#text(operator);
    const from = left.value.from | right.value.from;
    if (sign === '+' && left.value.kind === 'list' && right.value.kind === 'list') {
      return list([...left.value.items, ...right.value.items], left.value.open === true || right.value.open === true);
    }
    if (sign === '+' && left.value.kind === 'number' && right.value.kind === 'number') {
      return { kind: 'number', number: left.value.number + right.value.number, from };
    }
    if (sign === '+' && (isTextLike(left.value) || isTextLike(right.value))) return concat(left.value, right.value);
    if (sign === '/' && optionsOf(left.value).some(option => option.kind === 'text'))
      return joinValues([left.value, right.value]);
    if (sign === '%') return formatPercent(left.value, right.value);
    if (sign === 'or' || sign === 'and') return either([left.value, right.value]);
    return some(from);
  }

  #negative(node: Node): Value {
    const value = node.children.at(-1)?.value ?? nothing;
    const sign = node.children[0];
    if (value.kind === 'number' && sign !== undefined && this.#text(sign) === '-')
      return { ...value, number: -value.number };
    return some(value.from);
  }

  #comprehension(node: Node): Value {
    const element = node.children.find(child => !punctuation.has(child.name));
    this.#bindLoop(node.children.slice(1));
    return list(element === undefined ? [] : [element.value], true);
  }

  #dictionary(node: Node): Value {
    const entries = new Map<string, Value>();
    node.children.forEach((child, at) => {
      const key = node.children[at - 1];
      const value = node.children[at + 1];
      if (child.name === ':' && key !== undefined && value !== undefined) {
        entries.set(plainText(key.value) ?? `${at}`, value.value);
      }
    });
    return { kind: 'map', entries, from: originOf(node.children.map(child => child.value)) };
  }

  /** Whether what stands here is done whenever its function runs. */
  get #isCertain(): boolean {
    return this.#conditions.at(-1) === 0;
  }

  /** The function in which what stands here is. */
  get #owner(): number {
    return this.#functions.at(-1) ?? -1;
  }

  #condition(change: 1 | -1): void {
    const last = this.#conditions.length - 1;
    this.#conditions[last] = (this.#conditions[last] ?? 0) + change;
  }

  #bind(target: Node, value: Value): void {
    if (target.name === 'VariableName') this.scope.assign(this.#text(target), value, this.#isCertain, this.#owner);
    else if (target.name === 'MemberExpression') {
      const property = target.children.at(-1);
      if (property?.name === 'PropertyName') this.scope.assign(`.${this.#text(property)}`, value, false, this.#owner);
    } else if (/^(?:Tuple|Array|Parenthesized)Expression$/.test(target.name)) this.#unpack(target.children, value);
  }

  #unpack(nodes: readonly Node[], value: Value): void {
    const targets = nodes.filter(node => !punctuation.has(node.name));
    targets.forEach((target, at) => {
      const exact = value.kind === 'list' && value.items.length === targets.length ? value.items[at] : undefined;
      this.#bind(target, exact ?? elementOf(value));
    });
  }

  #bindGroup(nodes: readonly Node[], value: Value): void {
    const targets = nodes.filter(node => !punctuation.has(node.name) && node.name !== 'TypeDef');
    const [only] = targets;
    if (targets.length === 1 && only !== undefined) this.#bind(only, value);
    else this.#unpack(targets, value);
  }

  /** `for a, b in c` of a loop or a comprehension, once or several times in a row. */
  #bindLoop(nodes: readonly Node[]): void {
    nodes.forEach((node, at) => {
      if (node.name !== 'in') return;
      const start = nodes.slice(0, at).findLastIndex(other => other.name === 'for');
      const value = nodes.slice(at + 1).find(other => !punctuation.has(other.name))?.value;
      if (value !== undefined && start >= 0) this.#bindGroup(nodes.slice(start + 1, at), elementOf(value));
    });
  }

  #bindWith(nodes: readonly Node[]): void {
    nodes.forEach((node, at) => {
      const target = nodes[at + 1];
      const value = nodes[at - 1];
      if (node.name === 'as' && target !== undefined && value !== undefined) this.#bind(target, value.value);
    });
  }

  #assignments(node: Node): Value {
    const groups: Node[][] = [[]];
    for (const child of node.children) {
      if (child.name === 'AssignOp') groups.push([]);
      else groups.at(-1)?.push(child);
    }
    const last = groups.pop()?.filter(child => !punctuation.has(child.name)) ?? [];
    const value = last.length === 1 ? (last[0]?.value ?? nothing) : list(last.map(child => child.value));
    for (const group of groups) this.#bindGroup(group, value);
    return nothing;
  }

  #update(node: Node): Value {
    const [target, operator, value] = node.children;
    if (target === undefined || operator === undefined || value === undefined) return nothing;
    const sum =
      this.#text(operator) === '+=' && isTextLike(target.value) ? concat(target.value, value.value) : undefined;
    const grown =
      target.value.kind === 'list' && value.value.kind === 'list'
        ? list([...target.value.items, ...value.value.items])
        : undefined;
    this.#bind(target, grown ?? sum ?? some(target.value.from | value.value.from));
    return nothing;
  }

  #return(node: Node): Value {
    const id = this.#functions.at(-1);
    const values = node.children
      .slice(1)
      .filter(child => !punctuation.has(child.name))
      .map(child => child.value);
    if (id !== undefined) this.scope.returned(id, values.length === 1 ? (values[0] ?? nothing) : list(values));
    return nothing;
  }

  #declare(node: Node): void {
    const name = node.children.find(child => child.name === 'VariableName');
    if (name !== undefined) {
      const value: Value = { kind: 'local', id: node.from, from: 0 };
      this.scope.assign(this.#text(name), value, false, this.#owner);
      this.scope.assign(`def ${this.#text(name)}`, value, false, this.#owner);
      const made = node.parent?.parent?.name === 'ClassDefinition' ? node.parent.parent : undefined;
      const className = made?.children.find(child => child.name === 'VariableName');
      if (className !== undefined && this.#text(name) === '__init__') {
        this.scope.assign(this.#text(className), { ...value, makes: true }, false, -1);
      }
    }
    this.#bindParameters(node);
  }

  #bindParameters(node: Node): void {
    const list = node.children.find(child => child.name === 'ParamList');
    if (list === undefined) return;
    const { children } = list;
    let place = 0;
    children.forEach((child, at) => {
      const before = children[at - 1]?.name;
      if (child.name !== 'VariableName' || before === 'AssignOp') return;
      const name = this.#text(child);
      const preset = children[at + 1]?.name === 'AssignOp' ? children[at + 2]?.value : undefined;
      const given = before === '*' || before === '**' ? undefined : this.scope.parameter(node.from, place, name);
      const values = [given, preset].filter(value => value !== undefined);
      this.scope.assign(name, values.length === 0 ? nothing : either(values), false, this.#owner);
      place++;
    });
  }

  #import(node: Node): Value {
    const words = node.children
      .filter(child => child.name !== '(' && child.name !== ')')
      .map(child => this.#text(child));
    const at = words.indexOf('import');
    const module = words[0] === 'from' ? words.slice(1, at).join('') : undefined;
    let parts: string[] = [];
    const finish = (): void => {
      this.#importOne(module, parts);
      parts = [];
    };
    for (const word of words.slice(at + 1)) {
      if (word === ',') finish();
      else parts.push(word);
    }
    finish();
    return nothing;
  }

  #importOne(module: string | undefined, parts: readonly string[]): void {
    const as = parts.indexOf('as');
    const path = parts.slice(0, as < 0 ? undefined : as).join('');
    if (path === '') return;
    const alias = as < 0 ? undefined : parts[as + 1];
    if (module !== undefined && path === '*') this.#stars.push(module);
    else if (module !== undefined) this.scope.assign(alias ?? path, named(`${module}.${path}`), false, this.#owner);
    else if (alias !== undefined) this.scope.assign(alias, named(path), false, this.#owner);
    else this.scope.assign(path.split('.')[0] ?? path, named(path.split('.')[0] ?? path), false, this.#owner);
  }
}

function isTextLike(value: Value): boolean {
  return optionsOf(value).some(option => option.kind === 'text' || option.kind === 'method' || option.kind === 'some');
}

/** `'…%s…' % values`. */
function formatPercent(format: Value, values: Value): Value {
  const from = format.from | values.from;
  const plain = plainText(format);
  if (plain === undefined) return some(from);
  const items = values.kind === 'list' ? values.items : [values];
  let next = 0;
  const parts = plain.split(/(%[-#0 +\d.]*[a-zA-Z%])/);
  return concatAll(
    parts.map((part, at) => {
      if (at % 2 === 0) return text(part);
      if (part === '%%') return text('%');
      const item = items[next++];
      return part === '%s' && item !== undefined ? item : text(anything, from);
    }),
  );
}
