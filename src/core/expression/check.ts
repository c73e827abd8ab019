import type { Environment } from '@marcbachmann/cel-js';
import type { FactDefinition } from '../context/fact.ts';
import { type EventName, eventInfo } from '../event/catalogue.ts';
import { eventFields } from '../event/event-fields.ts';
import type { Shape, ToolShape } from '../law/shape.ts';
import { isTimeZone } from '../law/window.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import { nearestName } from '../problem/nearest-name.ts';
import { createBaseEnvironment } from './environment.ts';
import { helpForSyntax, helpForTypes, nearestMethod } from './expression-help.ts';
import { type ASTNode, calledFunction, guardedPaths, literalOf, pathOf, readPaths, walk } from './syntax.ts';

/** A fault of an expression; `start` and `end` are offsets in the expression's text. */
export interface ExpressionFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string;
  readonly start?: number;
  readonly end?: number;
}

/** What is known about the input of the tool an expression is checked for. */
export interface InputKnowledge {
  readonly tool: string;
  readonly shape: ToolShape;
  /** `builtin`: an unknown field is an error. `declared`: it is a warning, unless it looks misspelt. */
  readonly source: 'builtin' | 'declared';
}

/** Where an expression stands. */
export interface ExpressionSite {
  readonly event: EventName;
  /** Undefined when nothing is known about the input, as for a glob over tools. */
  readonly input: InputKnowledge | undefined;
  /** `one`: a tool of the rule's own; `several`: one of many, so that a field asked for with has() may be another's; `every`: the rule names no tool. */
  readonly tools: 'one' | 'several' | 'every';
  readonly facts: Readonly<Record<string, FactDefinition>>;
  /** Judges a regular expression; undefined when it is harmless. */
  readonly judgeRegex: RegexJudge;
}

export interface RegexVerdict {
  readonly kind: 'bad' | 'slow';
  readonly detail: string;
}

export type RegexJudge = (source: string) => RegexVerdict | undefined;

export interface CheckedExpression {
  /** The parsed expression; undefined when it does not parse. */
  readonly ast: ASTNode | undefined;
  /** The CEL type of the value; `dyn` when it cannot be known. */
  readonly type: string;
  readonly faults: readonly ExpressionFault[];
  /** The facts that it reads. */
  readonly facts: readonly string[];
  readonly usesRegex: boolean;
}

/** Parts of the language that are agreed but not built yet; naming one is an error, never a silent pass. */
const plannedFunctions = new Set(['sql', 'path', 'url']);
const plannedNames = new Set(['session', 'shell', 'call']);

const celTypes: Record<'string' | 'number' | 'integer' | 'boolean' | 'any' | 'object', string> = {
  string: 'string',
  number: 'double',
  integer: 'double',
  boolean: 'bool',
  any: 'dyn',
  object: 'map',
};

const factCelTypes: Record<FactDefinition['type'], string> = {
  string: 'string',
  number: 'double',
  boolean: 'bool',
  list: 'list',
  object: 'map',
  any: 'dyn',
};

class TypeBuilder {
  readonly #environment: Environment;
  #count = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  struct(fields: Readonly<Record<string, string>>): string {
    const name = `hooklaw.T${++this.#count}`;
    this.#environment.registerType(name, { fields: { ...fields } });
    return name;
  }

  shape(shape: Shape): string {
    if (shape.type === 'list') return `list<${this.shape(shape.of)}>`;
    if (shape.type === 'fields') return this.fields(shape.fields);
    return celTypes[shape.type];
  }

  fields(shape: ToolShape): string {
    return this.struct(
      Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, this.shape(field.shape)])),
    );
  }
}

function createTypeEnvironment(site: ExpressionSite, extra: ReadonlyMap<string, ReadonlySet<string>>): Environment {
  const environment = createBaseEnvironment();
  const types = new TypeBuilder(environment);
  const dynamic = (name: string): Record<string, string> =>
    Object.fromEntries([...(extra.get(name) ?? [])].map(field => [field, 'dyn']));
  const info = eventInfo(site.event);
  if (info.tool) {
    environment.registerVariable(
      'input',
      site.input === undefined
        ? 'map'
        : types.struct({
            ...Object.fromEntries(
              Object.entries(site.input.shape).map(([name, field]) => [name, types.shape(field.shape)]),
            ),
            ...dynamic('input'),
          }),
    );
    environment.registerVariable('tool', types.struct({ name: 'string', server: 'string', short: 'string' }));
  }
  if (site.event === 'PostToolUse') environment.registerVariable('result', 'dyn');
  environment.registerVariable(
    'event',
    types.struct({
      ...Object.fromEntries(Object.entries(eventFields(site.event)).map(([name, field]) => [name, field.celType])),
      ...dynamic('event'),
    }),
  );
  environment.registerVariable(
    'context',
    types.struct(Object.fromEntries(Object.entries(site.facts).map(([name, fact]) => [name, factCelTypes[fact.type]]))),
  );
  environment.registerVariable('now', 'google.protobuf.Timestamp');
  environment.registerOperator('double == int', (left: number, right: bigint) => left === Number(right));
  return environment;
}

interface CelFault {
  readonly code: string;
  readonly summary: string;
  readonly node: ASTNode | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

function readFault(error: unknown): CelFault {
  const fault = error as {
    code?: string;
    summary?: string;
    message?: string;
    node?: unknown;
    range?: { start: number; end: number };
  };
  return {
    code: fault.code ?? 'unknown',
    summary: fault.summary ?? fault.message ?? String(error),
    node:
      typeof fault.node === 'object' && fault.node !== null && 'op' in fault.node ? (fault.node as ASTNode) : undefined,
    start: fault.range?.start,
    end: fault.range?.end,
  };
}

function place(node: { start: number; end: number } | undefined): { start?: number; end?: number } {
  return node === undefined ? {} : { start: node.start, end: node.end };
}

function faultPlace(fault: CelFault): { start?: number; end?: number } {
  return fault.start === undefined ? {} : { start: fault.start, end: fault.end ?? fault.start };
}

function findPlanned(ast: ASTNode): ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  walk(ast, node => {
    const call = calledFunction(node);
    const name =
      call !== undefined && call.receiver === undefined && plannedFunctions.has(call.name)
        ? `${call.name}(…)`
        : node.op === 'id' && typeof node.args === 'string' && plannedNames.has(node.args)
          ? node.args
          : undefined;
    if (name !== undefined) {
      faults.push({
        code: 'law/not-available',
        message: `\`${name}\` is not available in this version`,
        ...place(node),
      });
    }
  });
  return faults;
}

function findRegexFaults(ast: ASTNode, judge: RegexJudge): { faults: ExpressionFault[]; usesRegex: boolean } {
  const faults: ExpressionFault[] = [];
  let usesRegex = false;
  walk(ast, node => {
    const call = calledFunction(node);
    if (call?.name !== 'matches') return;
    usesRegex = true;
    const pattern = call.receiver === undefined ? call.arguments[1] : call.arguments[0];
    const source = pattern === undefined ? undefined : literalOf(pattern);
    if (typeof source !== 'string') {
      faults.push({
        code: 'law/dynamic-regex',
        message: 'the regular expression is not a constant text, so its running time cannot be checked',
        help: 'write the pattern as a text, or compare with contains(), startsWith() or ==',
        ...place(node),
      });
      return;
    }
    const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.exec(source);
    if (control !== null) {
      faults.push({
        code: 'law/bad-regex',
        message: `the pattern holds the control character U+${control[0].charCodeAt(0).toString(16).padStart(4, '0')}`,
        help: "in CEL '\\b' is a backspace: write the backslash twice, or a raw text such as r'\\bgit'",
        ...place(pattern),
      });
      return;
    }
    const verdict = judge(source);
    if (verdict === undefined) return;
    faults.push(
      verdict.kind === 'bad'
        ? {
            code: 'law/bad-regex',
            message: `\`${source}\` is no regular expression: ${verdict.detail}`,
            ...place(pattern),
          }
        : {
            code: 'law/slow-regex',
            message: `\`${source}\` can take super-linear time (${verdict.detail})`,
            help: 'anchor it with ^, replace .* by a narrower class, or use contains(), startsWith() or ==',
            ...place(pattern),
          },
    );
  });
  return { faults, usesRegex };
}

/** Faults about `now` that its type does not show: fields that a time does not have, and zones that do not exist. */
function findTimeFaults(ast: ASTNode): ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  for (const path of readPaths(ast)) {
    const [root, field] = path;
    if (root !== 'now' || field === undefined) continue;
    const getter = nearestMethod(`get${field.charAt(0).toUpperCase()}${field.slice(1)}`);
    faults.push({
      code: 'law/unknown-field',
      message: `\`now\` has no field \`${field}\``,
      help: "its parts are had by functions, such as now.getHours('Europe/Warsaw') or now.getDayOfWeek('UTC') (0 is Sunday)",
      ...(getter === undefined ? {} : { suggestion: getter }),
    });
  }
  walk(ast, node => {
    const call = calledFunction(node);
    const zone =
      call?.name.startsWith('get') === true && call.arguments[0] !== undefined
        ? literalOf(call.arguments[0])
        : undefined;
    if (typeof zone === 'string' && !isTimeZone(zone)) {
      faults.push({
        code: 'law/window',
        message: `there is no time zone \`${zone}\``,
        help: 'use an IANA name such as Europe/Warsaw, America/New_York or UTC',
        ...place(call?.arguments[0]),
      });
    }
  });
  return faults;
}

function fieldsAt(shape: ToolShape, path: readonly string[]): readonly string[] {
  let current: ToolShape | undefined = shape;
  for (const name of path) {
    let inner: Shape | undefined = current?.[name]?.shape;
    while (inner?.type === 'list') inner = inner.of;
    current = inner?.type === 'fields' ? inner.fields : undefined;
  }
  return Object.keys(current ?? {});
}

/** A missing field: an error with the nearest name, a warning, or a fact that nobody declared. */
function explainMissing(
  fault: CelFault,
  site: ExpressionSite,
  guarded: ReadonlySet<string>,
): { fault: ExpressionFault | undefined; retry?: [string, string] } {
  const path = fault.node === undefined ? undefined : pathOf(fault.node);
  const field = path?.at(-1) ?? /No such key: (.*)$/s.exec(fault.summary)?.[1] ?? '';
  const root = path?.[0];
  const at = faultPlace(fault);
  const suggest = (valid: readonly string[]): { suggestion?: string } => {
    const nearest = nearestName(field, valid);
    return nearest === undefined ? {} : { suggestion: nearest };
  };
  if (root === 'context') {
    const declared = Object.keys(site.facts);
    return {
      fault: {
        code: 'law/unknown-fact',
        message: `\`context\` declares no fact \`${field}\``,
        help:
          declared.length === 0
            ? 'declare it under `context`'
            : `declared are ${declared.map(n => `\`${n}\``).join(', ')}`,
        ...suggest(declared),
        ...at,
      },
    };
  }
  if (root === 'event' && path?.length === 2) {
    const near = suggest(Object.keys(eventFields(site.event)));
    if (near.suggestion !== undefined) {
      return {
        fault: { code: 'law/unknown-field', message: `\`${site.event}\` has no field \`${field}\``, ...near, ...at },
      };
    }
    return {
      fault: {
        code: 'law/undeclared-field',
        message: `\`${site.event}\` is not known to have a field \`${field}\``,
        help: `where it is missing, the rule cannot be checked; ask with has(event.${field}) first`,
        ...at,
      },
      retry: ['event', field],
    };
  }
  if (root === 'tool') {
    return {
      fault: {
        code: 'law/unknown-field',
        message: `\`tool\` has no field \`${field}\``,
        help: 'it has `name`, `server` and `short`',
        ...suggest(['name', 'server', 'short']),
        ...at,
      },
    };
  }
  if (site.tools === 'several' && root === 'input' && path?.length === 2 && guarded.has(path.join('.'))) {
    return { fault: undefined, retry: ['input', field] };
  }
  const valid = site.input === undefined ? [] : fieldsAt(site.input.shape, path?.slice(1, -1) ?? []);
  const near = suggest(valid);
  const tool = site.input?.tool ?? 'the tool';
  if (site.input?.source === 'declared' && near.suggestion === undefined && root === 'input' && path?.length === 2) {
    return {
      fault: {
        code: 'law/undeclared-field',
        message: `\`tools\` declares no field \`${field}\` for \`${tool}\``,
        help: `declare it, or ask with has(input.${field}) first: a call without the field cannot be checked and is denied`,
        ...at,
      },
      retry: ['input', field],
    };
  }
  const known = valid.length === 0 ? {} : { help: `it has ${valid.map(n => `\`${n}\``).join(', ')}` };
  return {
    fault: { code: 'law/unknown-field', message: `\`${tool}\` has no field \`${field}\``, ...known, ...near, ...at },
  };
}

function explain(fault: CelFault, site: ExpressionSite): ExpressionFault {
  const at = faultPlace(fault);
  if (fault.code === 'unknown_variable') {
    const name = /Unknown variable: (.*)$/s.exec(fault.summary)?.[1] ?? '';
    const valid = [
      'event',
      'context',
      'now',
      ...(eventInfo(site.event).tool ? ['input', 'tool'] : []),
      ...(site.event === 'PostToolUse' ? ['result'] : []),
    ];
    const field = site.input !== undefined && Object.hasOwn(site.input.shape, name) ? `input.${name}` : undefined;
    const nearest = field ?? (name === 'tool_input' ? 'input' : name === 'env' ? 'context' : nearestName(name, valid));
    return {
      code: 'law/unknown-name',
      message: `\`${name}\` does not exist in an expression on ${site.event}`,
      help: `there are ${valid.map(n => `\`${n}\``).join(', ')}`,
      ...(nearest === undefined ? {} : { suggestion: nearest }),
      ...at,
    };
  }
  if (fault.code === 'no_matching_overload') {
    const method = /'[\w<>., ]+?\.(\w+)\(/.exec(fault.summary)?.[1];
    const nearest = method === undefined ? undefined : nearestMethod(method);
    return {
      code: 'law/unknown-name',
      message: fault.summary.replace(/^found no/, 'there is no').replace(/hooklaw\.T\d+/g, 'object'),
      ...(nearest === undefined || nearest === method ? {} : { suggestion: nearest }),
      ...at,
    };
  }
  const help = helpForTypes(fault.summary.replace(/hooklaw\.T\d+/g, 'object'));
  return {
    code: 'law/expression-type',
    message: fault.summary.replace(/hooklaw\.T\d+/g, 'object'),
    ...(help === undefined ? {} : { help }),
    ...at,
  };
}

function mayBeMissing(root: string | undefined, field: string, site: ExpressionSite): boolean {
  if (root === 'event') return eventFields(site.event)[field]?.optional === true;
  if (root !== 'input') return false;
  return site.tools === 'every' || site.input?.shape[field]?.optional === true;
}

function findOptionalReads(ast: ASTNode, site: ExpressionSite): ExpressionFault[] {
  const guarded = new Set(guardedPaths(ast).map(path => path.join('.')));
  const warned = new Set<string>();
  const faults: ExpressionFault[] = [];
  for (const [root, field] of readPaths(ast)) {
    if (field === undefined || guarded.has(`${root}.${field}`) || warned.has(`${root}.${field}`)) continue;
    if (!mayBeMissing(root, field, site)) continue;
    warned.add(`${root}.${field}`);
    faults.push({
      code: 'law/optional-field',
      message: `\`${root}.${field}\` is not always there, and a call without it cannot be checked and is denied`,
      help: `${site.tools === 'every' ? 'name the tool, or ' : ''}ask first: has(${root}.${field}) && …`,
    });
  }
  return faults;
}

function syntaxFault(fault: CelFault, text: string): ExpressionFault {
  const help = helpForSyntax(fault.summary, text);
  return {
    code: 'law/expression-syntax',
    message: `the expression does not parse: ${fault.summary}`,
    ...(help === undefined ? {} : { help }),
    ...faultPlace(fault),
  };
}

/** The facts an expression reads; one that takes `context` as a whole reads them all. */
function readFacts(ast: ASTNode, site: ExpressionSite): string[] {
  const paths = readPaths(ast).filter(([root]) => root === 'context');
  if (paths.some(path => path.length === 1)) return Object.keys(site.facts);
  return [...new Set(paths.flatMap(path => path.slice(1, 2)))];
}

/** Parses an expression and checks it against what is known at its site. Never throws for a faulty expression. */
export function checkExpression(text: string, site: ExpressionSite): CheckedExpression {
  const extra = new Map<string, Set<string>>();
  const faults: ExpressionFault[] = [];
  for (let round = 0; ; round++) {
    const environment = createTypeEnvironment(site, extra);
    let ast: ASTNode;
    let check: ReturnType<Environment['check']>;
    try {
      const parsed = environment.parse(text);
      ast = parsed.ast;
      check = parsed.check();
    } catch (error) {
      const fault = readFault(error);
      return {
        ast: undefined,
        type: 'dyn',
        faults: [syntaxFault(fault, text)],
        facts: [],
        usesRegex: false,
      };
    }
    const planned = findPlanned(ast);
    if (planned.length === 0 && !check.valid && round < 50) {
      const fault = readFault(check.error);
      const guarded = new Set(guardedPaths(ast).map(path => path.join('.')));
      const missing =
        fault.code === 'no_such_key' ? explainMissing(fault, site, guarded) : { fault: explain(fault, site) };
      if (missing.fault !== undefined) faults.push(missing.fault);
      if ('retry' in missing && missing.retry !== undefined) {
        const [root, field] = missing.retry;
        extra.set(root, new Set([...(extra.get(root) ?? []), field]));
        continue;
      }
    }
    const regex = findRegexFaults(ast, site.judgeRegex);
    return {
      ast,
      type: check.valid ? (check.type ?? 'dyn') : 'dyn',
      faults: [...planned, ...faults, ...regex.faults, ...findTimeFaults(ast), ...findOptionalReads(ast, site)],
      facts: readFacts(ast, site),
      usesRegex: regex.usesRegex,
    };
  }
}

/** Finds `{{ CEL }}` in a text. Each expression ends at the first `}}` with which it parses. */
export function splitTemplate(text: string): {
  parts: (string | { cel: string; offset: number })[];
  unclosed: number | undefined;
} {
  const environment = createBaseEnvironment();
  const parts: (string | { cel: string; offset: number })[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('{{', from);
    if (open === -1) break;
    let close = text.indexOf('}}', open + 2);
    if (close === -1) return { parts, unclosed: open };
    const first = close;
    while (close !== -1 && !parses(environment, text.slice(open + 2, close))) close = text.indexOf('}}', close + 1);
    if (close === -1) close = first;
    if (open > from) parts.push(text.slice(from, open));
    const raw = text.slice(open + 2, close);
    const cel = raw.trim();
    parts.push({ cel, offset: open + 2 + raw.indexOf(cel) });
    from = close + 2;
  }
  if (from < text.length) parts.push(text.slice(from));
  return { parts, unclosed: undefined };
}

function parses(environment: Environment, text: string): boolean {
  try {
    environment.parse(text.trim());
    return true;
  } catch {
    return false;
  }
}
