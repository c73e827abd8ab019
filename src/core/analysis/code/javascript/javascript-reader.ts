import type { SyntaxTree } from '../../parsers.ts';
import type { Pattern } from '../../pattern.ts';
import { Call, type CodeSurroundings, type Given, type Reader } from '../call.ts';
import { Findings } from '../findings.ts';
import { type Scope, untilStable } from '../scope.ts';
import { type Node, walkTree } from '../tree-walk.ts';
import {
  concat,
  either,
  elementOf,
  list,
  named,
  nothing,
  optionsOf,
  originOf,
  plainText,
  some,
  type Value,
} from '../value.ts';
import { readString, readTemplate } from './literals.ts';
import { moduleName, readItem, readMember } from './member.ts';
import { callMethod } from './methods.ts';
import { callName } from './names.ts';

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration']);
const conditions = new Set([
  'IfStatement',
  'ForStatement',
  'WhileStatement',
  'DoStatement',
  'SwitchStatement',
  'TryStatement',
  'ConditionalExpression',
]);
const marks = /^(?:[^\w]+|async|await|new|Arrow|Equals|\w*Comment|TypeAnnotation|TypeArgList|⚠)$/;

/** Reads a syntax tree of JavaScript or TypeScript. */
export function readJavascriptTree(tree: SyntaxTree, code: string, surroundings: CodeSurroundings): Findings {
  return untilStable(scope => {
    const findings = new Findings();
    const reader = new JavascriptReader(code, scope, findings, surroundings);
    walkTree(tree, { enter: node => reader.enter(node), leave: node => reader.leave(node) });
    return findings;
  });
}

/** Names are read from the bottom of the tree up; each node gets the value that it stands for. */
class JavascriptReader implements Reader {
  readonly code: string;
  readonly scope: Scope;
  readonly findings: Findings;
  readonly args: readonly Pattern[];
  readonly home: Pattern;
  readonly env: (name: string) => string | undefined;
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
    if (parent !== undefined && functions.has(parent.name)) {
      const before = parent.children.at(-2)?.name;
      if (node.name === 'Block' || before === 'Arrow') this.#enterBody(parent);
    }
    if (parent?.name === 'Property' && node.name === 'Block') this.#bindParameters(parent);
    if (functions.has(node.name)) {
      this.#functions.push(node.from);
      this.#conditions.push(0);
    }
    if (conditions.has(node.name)) this.#condition(1);
  }

  leave(node: Node): Value {
    if (functions.has(node.name)) {
      this.#functions.pop();
      this.#conditions.pop();
    }
    if (conditions.has(node.name)) this.#condition(-1);
    return this.#valueOf(node);
  }

  #text(node: Node): string {
    return this.code.slice(node.from, node.to);
  }

  #valueOf(node: Node): Value {
    switch (node.name) {
      case 'String':
        return readString(this.#text(node));
      case 'TemplateString':
        return readTemplate(node, this.code);
      case 'Number':
        return { kind: 'number', number: Number(this.#text(node).replaceAll('_', '')), from: 0 };
      case 'BooleanLiteral':
        return { kind: 'flag', flag: this.#text(node) === 'true', from: 0 };
      case 'RegExp':
        return nothing;
      case 'VariableName':
        return this.#look(this.#text(node));
      case 'MemberExpression':
        return this.#member(node);
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node);
      case 'DynamicImport':
        return this.apply(named('import'), {
          positional: node.children
            .filter(child => !marks.test(child.name) && child.name !== 'import')
            .map(child => child.value),
          named: new Map(),
        });
      case 'TaggedTemplateExpression':
        return this.apply(node.children[0]?.value ?? nothing, {
          positional: [node.children.at(-1)?.value ?? nothing],
          named: new Map(),
        });
      case 'BinaryExpression':
        return this.#binary(node);
      case 'UnaryExpression':
        return this.#unary(node);
      case 'ConditionalExpression':
        return either([node.children[2]?.value ?? nothing, node.children[4]?.value ?? nothing]);
      case 'ParenthesizedExpression':
      case 'Interpolation':
      case 'AwaitExpression':
      case 'SequenceExpression':
        return (
          node.children.findLast(child => !marks.test(child.name) && !/^Interpolation/.test(child.name))?.value ??
          nothing
        );
      case 'ArrayExpression':
        return this.#array(node);
      case 'ObjectExpression':
        return this.#object(node);
      case 'VariableDeclaration':
        return this.#declarations(node);
      case 'AssignmentExpression':
        return this.#assignment(node);
      case 'ForOfSpec':
      case 'ForInSpec':
        return this.#loop(node);
      case 'ImportDeclaration':
        return this.#import(node);
      case 'ReturnStatement':
        return this.#return(node);
      case 'ArrowFunction':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.#function(node);
      case 'Script':
      case 'Block':
      case 'ArgList':
      case 'ParamList':
      case 'Property':
        return nothing;
      default:
        return node.name.endsWith('Statement') ? nothing : some(originOf(node.children.map(child => child.value)));
    }
  }

  #look(name: string): Value {
    return this.scope.look(name, this.#owner) ?? readMember(named(''), name, this);
  }

  #member(node: Node): Value {
    const [object, mark] = node.children;
    const property = node.children.findLast(child => child.name !== ']');
    if (object === undefined || mark === undefined || property === undefined) return nothing;
    if (property.name === 'PropertyName' || property.name === 'PrivatePropertyName') {
      return this.#attribute(object.value, this.#text(property));
    }
    return either(optionsOf(object.value).map(option => readItem(option, property.value, this)));
  }

  #attribute(object: Value, name: string): Value {
    return either(
      optionsOf(object).map(option => {
        const open =
          option.kind === 'some' || option.kind === 'local' || (option.kind === 'name' && option.name === 'this');
        return (open ? this.scope.look(`.${name}`, this.#owner) : undefined) ?? readMember(option, name, this);
      }),
    );
  }

  #call(node: Node): Value {
    const args = node.children.find(child => child.name === 'ArgList');
    const callee = node.children.find(child => child.name !== 'new');
    if (callee === undefined) return nothing;
    const given = { positional: args === undefined ? [] : this.#items(args), named: new Map<string, Value>() };
    return this.apply(callee.value, given);
  }

  /** The values between brackets, with those of `...spread`. */
  #items(node: Node): Value[] {
    const values: Value[] = [];
    let spread = false;
    for (const child of node.children) {
      if (child.name === 'Spread') spread = true;
      else if (!marks.test(child.name)) {
        if (spread && child.value.kind === 'list') values.push(...child.value.items);
        else values.push(spread ? elementOf(child.value) : child.value);
        spread = false;
      }
    }
    return values;
  }

  apply(callee: Value, given: Given): Value {
    return either(
      optionsOf(callee).map((option): Value => {
        if (option.kind === 'local') {
          this.scope.called(option.id, given.positional, given.named);
          return this.scope.resultOf(option.id);
        }
        if (option.kind === 'name') return callName(new Call(this, option.name, given));
        if (option.kind === 'method') return this.#method(option.of, option.name, given);
        return some(option.from | originOf(given.positional));
      }),
    );
  }

  #method(of: Value, name: string, given: Given): Value {
    const declared = this.scope.look(`def ${name}`, this.#owner);
    if (declared?.kind === 'local') this.scope.called(declared.id, given.positional, given.named);
    return callMethod(of, new Call(this, name, given));
  }

  #binary(node: Node): Value {
    const [left, operator, right] = node.children;
    if (left === undefined || operator === undefined || right === undefined) return nothing;
    const sign = this.#text(operator);
    if (sign === '+') {
      if (left.value.kind === 'number' && right.value.kind === 'number') {
        return { kind: 'number', number: left.value.number + right.value.number, from: 0 };
      }
      return concat(left.value, right.value);
    }
    if (/^(?:[=!]==?|[<>]=?|in|instanceof)$/.test(sign)) return nothing;
    if (sign === '||' || sign === '??' || sign === '&&') return either([left.value, right.value]);
    return some(left.value.from | right.value.from);
  }

  #unary(node: Node): Value {
    const value = node.children.at(-1)?.value ?? nothing;
    const negative = node.children[0] !== undefined && this.#text(node.children[0]) === '-';
    return negative && value.kind === 'number' ? { ...value, number: -value.number } : some(value.from);
  }

  #array(node: Node): Value {
    const open = node.children.some(
      (child, at) => child.name === 'Spread' && node.children[at + 1]?.value.kind !== 'list',
    );
    return list(this.#items(node), open);
  }

  #object(node: Node): Value {
    const entries = new Map<string, Value>();
    let from = 0;
    for (const property of node.children) {
      if (property.name !== 'Property') continue;
      const { children } = property;
      const value = children.at(-1);
      const key = children[0];
      if (value === undefined || key === undefined) continue;
      if (key.name === 'Spread') {
        if (value.value.kind === 'map') for (const [name, entry] of value.value.entries) entries.set(name, entry);
        from |= value.value.from;
      } else if (children.some(child => child.name === ':')) {
        entries.set(this.#key(children), value.value);
      } else if (children.length === 1) entries.set(this.#text(key), this.#look(this.#text(key)));
      else if (value.name === 'Block') entries.set(this.#key(children), { kind: 'local', id: property.from, from: 0 });
    }
    return { kind: 'map', entries, from: from | originOf([...entries.values()]) };
  }

  #key(children: readonly Node[]): string {
    const key = children.find(
      child => child.name === 'PropertyDefinition' || child.name === 'String' || child.name === 'Number',
    );
    return key === undefined ? '?' : (plainText(key.value) ?? this.#text(key));
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
    if (target.name === 'VariableDefinition' || target.name === 'VariableName') {
      this.scope.assign(this.#text(target), value, this.#isCertain, this.#owner);
    } else if (target.name === 'ObjectPattern') this.#bindObject(target, value);
    else if (target.name === 'ArrayPattern') this.#bindArray(target, value);
    else if (target.name === 'MemberExpression') {
      const property = target.children.at(-1);
      if (property?.name === 'PropertyName') this.scope.assign(`.${this.#text(property)}`, value, false, this.#owner);
    }
  }

  #bindObject(target: Node, value: Value): void {
    for (const property of target.children) {
      if (property.name !== 'PatternProperty') continue;
      const names = property.children.filter(child => !marks.test(child.name));
      const [key] = names;
      const at = property.children.findIndex(child => child.name === ':');
      const inner = at < 0 ? key : property.children[at + 1];
      if (key === undefined || inner === undefined) continue;
      const spread = property.children[0]?.name === 'Spread';
      const preset = property.children.findIndex(child => child.name === 'Equals');
      const read = spread ? value : this.#attribute(value, this.#text(key));
      const other = preset < 0 ? undefined : property.children[preset + 1]?.value;
      this.#bind(spread ? (names.at(-1) ?? inner) : inner, other === undefined ? read : either([read, other]));
    }
  }

  #bindArray(target: Node, value: Value): void {
    const parts = target.children.filter(child => !/^[[\],]$/.test(child.name));
    parts.forEach((part, at) => {
      this.#bind(part, value.kind === 'list' ? (value.items[at] ?? elementOf(value)) : elementOf(value));
    });
  }

  #declarations(node: Node): Value {
    const { children } = node;
    children.forEach((child, at) => {
      if (child.name !== 'Equals') return;
      const target = children
        .slice(0, at)
        .findLast(before => /^(?:VariableDefinition|ObjectPattern|ArrayPattern)$/.test(before.name));
      const value = children[at + 1];
      if (target !== undefined && value !== undefined) this.#bind(target, value.value);
    });
    return nothing;
  }

  #assignment(node: Node): Value {
    const [target, operator] = node.children;
    const value = node.children.at(-1);
    if (target === undefined || operator === undefined || value === undefined) return nothing;
    if (operator.name === 'Equals') this.#bind(target, value.value);
    else if (this.#text(operator) === '+=') this.#bind(target, concat(target.value, value.value));
    else this.#bind(target, either([target.value, value.value]));
    return value.value;
  }

  #loop(node: Node): Value {
    const { children } = node;
    const at = children.findIndex(child => child.name === 'of' || child.name === 'in');
    const target = children[at - 1];
    const value = children[at + 1];
    if (target !== undefined && value !== undefined) {
      this.#bind(target, node.name === 'ForOfSpec' ? elementOf(value.value) : some(0));
    }
    return nothing;
  }

  #import(node: Node): Value {
    const source = node.children.findLast(child => child.name === 'String');
    const module = moduleName(plainText(source?.value) ?? '?');
    node.children.forEach((child, at) => {
      if (child.name === 'VariableDefinition') this.scope.assign(this.#text(child), named(module), false, this.#owner);
      if (child.name === 'ImportGroup') this.#importGroup(child, module);
      if (child.name === 'Star') {
        const alias = node.children.slice(at).find(next => next.name === 'VariableDefinition');
        if (alias !== undefined) this.scope.assign(this.#text(alias), named(module), false, this.#owner);
      }
    });
    return nothing;
  }

  #importGroup(group: Node, module: string): void {
    let imported: string | undefined;
    for (const child of group.children) {
      if (child.name === ',') imported = undefined;
      if (child.name !== 'VariableName' && child.name !== 'VariableDefinition') continue;
      const name = this.#text(child);
      if (child.name === 'VariableName') imported = name;
      else this.scope.assign(name, readMember(named(module), imported ?? name, this), false, this.#owner);
    }
  }

  #return(node: Node): Value {
    const id = this.#functions.at(-1);
    const value = node.children.slice(1).find(child => !marks.test(child.name));
    if (id !== undefined && value !== undefined) this.scope.returned(id, value.value);
    return nothing;
  }

  #function(node: Node): Value {
    const body = node.children.at(-1);
    if (body !== undefined && body.name !== 'Block') this.scope.returned(node.from, body.value);
    return { kind: 'local', id: node.from, from: 0 };
  }

  #enterBody(node: Node): void {
    const name = node.children.find(
      child => child.name === 'VariableDefinition' || child.name === 'PropertyDefinition',
    );
    const value: Value = { kind: 'local', id: node.from, from: 0 };
    if (name !== undefined && node.name !== 'ArrowFunction') {
      if (node.name === 'MethodDeclaration') this.scope.assign(`def ${this.#text(name)}`, value, false, this.#owner);
      else this.scope.assign(this.#text(name), value, false, this.#owner);
    }
    if (node.name === 'MethodDeclaration' && name !== undefined && this.#text(name) === 'constructor') {
      const owner = node.parent?.parent?.children.find(child => child.name === 'VariableDefinition');
      if (owner !== undefined) this.scope.assign(this.#text(owner), value, false, -1);
    }
    this.#bindParameters(node);
  }

  #bindParameters(node: Node): void {
    const params = node.children.find(child => child.name === 'ParamList');
    const targets = params?.children ?? node.children.filter(child => child.name === 'VariableDefinition');
    let place = 0;
    targets.forEach((target, at) => {
      if (!/^(?:VariableDefinition|ObjectPattern|ArrayPattern)$/.test(target.name)) return;
      const preset = targets[at + 1]?.name === 'Equals' ? targets[at + 2]?.value : undefined;
      const given = this.scope.parameter(node.from, place++, this.#text(target));
      const values = [given, preset].filter(value => value !== undefined);
      this.#bind(target, values.length === 0 ? nothing : either(values));
    });
  }
}
