import { checkLaw } from '../../src/commands/check-law.ts';
import type { ProblemCode } from '../../src/core/problem/catalogue.ts';

/** The codes of a law's warnings, with the start of the place; that it has no tests is left out. */
export async function warningsOf(text: string): Promise<string[]> {
  const { warnings } = await checkLaw(new TextEncoder().encode(text), 'law.yaml');
  return warnings
    .filter(({ code }) => code !== 'law/no-tests')
    .map(({ code, span }) => `${span?.start.line}:${span?.start.column} ${code}`);
}

/** The codes of a law's warnings. */
export async function codesOf(text: string): Promise<string[]> {
  return (await warningsOf(text)).map(warning => warning.split(' ')[1] ?? '');
}

/** The messages of a law's warnings of one code. */
export async function messagesOf(text: string, code: ProblemCode): Promise<string[]> {
  const { warnings } = await checkLaw(new TextEncoder().encode(text), 'law.yaml');
  return warnings.filter(found => found.code === code).map(({ message }) => message);
}

/** A law of rules, each in the form `{ … }`. */
export const rules = (...lines: string[]): string =>
  `hooklaw: 1\nrules:\n${lines.map(line => `  - ${line}\n`).join('')}`;
/** A policy rule. */
export const rule = (more: string, id = 'a'): string => `{ id: ${id}, kind: policy, ${more} }`;
/** An effect of which there is nothing to say. */
export const denies = 'deny: Ask the user first';
