import type * as z from 'zod';
import { isJsonObject } from '../json/json-value.ts';
import { nearestName } from '../problem/nearest-name.ts';
import { createProblem, LawError, type Problem, sortProblems } from '../problem/problem.ts';
import type { LawSource } from './read-source.ts';
import { keysAt, type LawDocument, lawFormatVersion, lawSchema, plannedKeys } from './schema.ts';

type Issue = z.core.$ZodIssue;

const planned: ReadonlySet<string> = new Set(plannedKeys);

/** Facts may be written as bare values: `region: eu` stands for `region: { value: eu }`. */
function expandLiterals(data: unknown): unknown {
  if (!isJsonObject(data) || !isJsonObject(data['context'])) return data;
  const context = Object.entries(data['context']).map(([name, fact]) => [
    name,
    isJsonObject(fact) ? fact : { value: fact },
  ]);
  return { ...data, context: Object.fromEntries(context) as unknown };
}

/** Words that people use for keys of the law. */
const synonyms: Readonly<Record<string, string>> = {
  name: 'id',
  if: 'when',
  condition: 'when',
  expression: 'when',
  matcher: 'tool',
  match: 'tool',
  event: 'on',
  type: 'kind',
  message: 'deny',
  reason: 'deny',
  block: 'deny',
  hint: 'instead',
  escalate: 'handoff',
};

/** What to do where a key is missing. */
const missingHelp: Readonly<Record<string, string>> = {
  hooklaw: 'a law file starts with `hooklaw: 1`',
  kind: 'say `kind: policy`, `authorization`, `capability` or `observation` (docs/kinds.md)',
  zone: 'name a zone, such as `zone: Europe/Warsaw` or `zone: UTC`',
  id: 'give the rule a name of its own, such as `id: refund-limit`',
  rules: 'a law has a list of rules: `rules:` and below it `- id: …`',
};

function unknownKeys(issue: Extract<Issue, { code: 'unrecognized_keys' }>, source: LawSource): Problem[] {
  const valid = keysAt(issue.path).filter(key => !planned.has(key));
  return issue.keys.map(key => {
    const synonym = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
    const nearest = synonym !== undefined && valid.includes(synonym) ? synonym : nearestName(key, valid);
    return createProblem('law/unknown-key', {
      file: source.file,
      message: `there is no key \`${key}\` here`,
      span: source.locateKey(issue.path, key),
      ...(nearest === undefined ? { help: `the keys are ${valid.join(', ')}` } : { suggestion: nearest }),
    });
  });
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : isJsonObject(value) ? 'a mapping' : `a ${typeof value}`;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isJsonObject(value) && Object.hasOwn(value, String(step)) ? value[String(step)] : undefined;
  }, data);
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  boolean: 'true or false',
  number: 'a number',
};

const durations: ReadonlySet<string> = new Set([
  'within',
  'window',
  'timeout',
  'deadline',
  'release_after',
  'clock_tolerance',
  'ago',
]);

/** A duration that was written as a mere number. */
function helpForDuration({ path }: Issue, value: unknown): { help?: string } {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
  return isNumber && durations.has(String(path.at(-1)))
    ? { help: `a duration has a unit: \`${value}s\`, \`${value}m\`, \`${value}h\` or \`${value}d\`` }
    : {};
}

/** An expression in braces, which YAML takes for a mapping with a key and no value. */
function helpForBraces(value: unknown): { help?: string } {
  const [[key, inner] = [], second] = isJsonObject(value) ? Object.entries(value) : [];
  return key !== undefined && inner === null && second === undefined
    ? { help: `write the expression without the braces: \`${key}\`` }
    : {};
}

/** The last name of a path; an element of a list is named with its list. */
function nameOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `${String(path.at(-2) ?? '')}[${last}]` : String(last);
}

function explainValue(issue: Issue, value: unknown): { message: string; suggestion?: string; help?: string } {
  const name = issue.path.length === 0 ? 'the law' : `\`${nameOf(issue.path)}\``;
  if (issue.code === 'invalid_type') {
    const list =
      issue.expected === 'array' && issue.path.at(-1) === 'rules' ? { help: 'start each rule with `- id: …`' } : {};
    const empty =
      issue.path.length === 0 && value === null
        ? { help: 'the file is empty; `hooklaw init` writes one to start with' }
        : {};
    return {
      message: `${name} must be ${typeWords[issue.expected] ?? issue.expected} and is ${describe(value)}`,
      ...list,
      ...empty,
    };
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const nearest =
      typeof value === 'string'
        ? (values.find(v => v.length === 3 && value.toLowerCase().startsWith(v)) ?? nearestName(value, values))
        : undefined;
    return {
      message: `${name} must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}, not ${JSON.stringify(value)}`,
      ...(nearest === undefined ? {} : { suggestion: nearest }),
    };
  }
  if (issue.code === 'custom' && Array.isArray(issue.params?.['words'])) {
    const nearest = nearestName(String(value), issue.params['words'] as string[]);
    return { message: `${name} ${issue.message}`, ...(nearest === undefined ? {} : { suggestion: nearest }) };
  }
  if (issue.code === 'invalid_key') return { message: `${name} ${issue.issues[0]?.message ?? 'is no valid name'}` };
  return { message: `${name} ${issue.message}` };
}

/** What is wrong by the one form of several whose type the value has; undefined where there is not just one such form. */
function issuesOfForm(issue: Issue): Issue[] | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  const forms = issue.errors.filter(
    form => !form.some(({ code, path }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')),
  );
  const [form] = forms;
  return forms.length === 1 ? form?.map(inner => ({ ...inner, path: [...issue.path, ...inner.path] })) : undefined;
}

function explain(issue: Issue, data: unknown, source: LawSource): Problem[] {
  const inner = issuesOfForm(issue);
  if (inner !== undefined) return inner.flatMap(one => explain(one, data, source));
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, source);
  const value = valueAt(data, issue.path);
  const key = issue.path.at(-1);
  if (issue.path.length === 1 && key === 'hooklaw' && value !== undefined) {
    return [
      createProblem('law/format-version', {
        file: source.file,
        message: `the law's format is ${JSON.stringify(value)}, this program knows ${lawFormatVersion}`,
        help:
          value === String(lawFormatVersion) ? 'write it without quotes' : 'use a newer hooklaw, or write `hooklaw: 1`',
        span: source.locateValue(issue.path),
      }),
    ];
  }
  if (value === undefined && key !== undefined && issue.code !== 'invalid_key') {
    return [
      createProblem('law/missing-key', {
        file: source.file,
        message: `the key \`${String(key)}\` is missing`,
        span: source.locateValue(issue.path),
        ...(Object.hasOwn(missingHelp, String(key)) ? { help: missingHelp[String(key)] as string } : {}),
      }),
    ];
  }
  const span =
    issue.code === 'invalid_key'
      ? source.locateKey(issue.path.slice(0, -1), String(key))
      : source.locateValue(issue.path);
  const details = { ...helpForBraces(value), ...helpForDuration(issue, value), ...explainValue(issue, value) };
  return [createProblem('law/wrong-type', { file: source.file, span, ...details })];
}

/**
 * Checks a law's data against the schema.
 * @throws {LawError} with every deviation
 */
export function readLawDocument(source: LawSource): LawDocument {
  const data = expandLiterals(source.data);
  const parsed = lawSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new LawError(sortProblems(parsed.error.issues.flatMap(issue => explain(issue, data, source))));
}
