import type * as z from 'zod';
import { isJsonObject } from '../json/json-value.ts';
import { nearestName } from '../problem/nearest-name.ts';
import { createProblem, LawError, type Problem, sortProblems } from '../problem/problem.ts';
import type { LawSource } from './read-source.ts';
import { keysAt, type LawDocument, lawFormatVersion, lawSchema } from './schema.ts';

type Issue = z.core.$ZodIssue;

/** Facts may be written as bare values: `region: eu` stands for `region: { value: eu }`. */
function expandLiterals(data: unknown): unknown {
  if (!isJsonObject(data) || !isJsonObject(data['context'])) return data;
  const context = Object.entries(data['context']).map(([name, fact]) => [
    name,
    isJsonObject(fact) ? fact : { value: fact },
  ]);
  return { ...data, context: Object.fromEntries(context) as unknown };
}

function unknownKeys(issue: Extract<Issue, { code: 'unrecognized_keys' }>, source: LawSource): Problem[] {
  const valid = keysAt(issue.path);
  return issue.keys.map(key => {
    const nearest = nearestName(key, valid);
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

function explainValue(issue: Issue, value: unknown): { message: string; suggestion?: string } {
  const name = issue.path.length === 0 ? 'the law' : `\`${issue.path.at(-1)?.toString() ?? ''}\``;
  if (issue.code === 'invalid_type') {
    return { message: `${name} must be ${typeWords[issue.expected] ?? issue.expected} and is ${describe(value)}` };
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const nearest = typeof value === 'string' ? nearestName(value, values) : undefined;
    return {
      message: `${name} must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}, not ${JSON.stringify(value)}`,
      ...(nearest === undefined ? {} : { suggestion: nearest }),
    };
  }
  if (issue.code === 'invalid_key') return { message: `${name} ${issue.issues[0]?.message ?? 'is no valid name'}` };
  return { message: `${name} ${issue.message}` };
}

function explain(issue: Issue, data: unknown, source: LawSource): Problem[] {
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, source);
  const value = valueAt(data, issue.path);
  const key = issue.path.at(-1);
  if (issue.path.length === 1 && key === 'hooklaw' && value !== undefined) {
    return [
      createProblem('law/format-version', {
        file: source.file,
        message: `the law's format is ${JSON.stringify(value)}, this program knows ${lawFormatVersion}`,
        help: 'use a newer hooklaw, or write `hooklaw: 1`',
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
        ...(key === 'hooklaw' ? { help: 'a law file starts with `hooklaw: 1`' } : {}),
      }),
    ];
  }
  const span =
    issue.code === 'invalid_key'
      ? source.locateKey(issue.path.slice(0, -1), String(key))
      : source.locateValue(issue.path);
  return [createProblem('law/wrong-type', { file: source.file, span, ...explainValue(issue, value) })];
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
