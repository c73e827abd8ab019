import type { DoubleQuotedChild, ParsedScript, Word, WordPart } from 'unbash';
import { nameOf } from '../../analysis/path-text.ts';
import { anything, one, type Pattern, star } from '../../analysis/pattern.ts';
import type { Scope, ShellSurroundings } from './scope.ts';

/** What a command substitution would print, where that can be told. */
export type Substitute = (script: ParsedScript | undefined) => readonly Pattern[];

export interface WordContext {
  readonly scope: Scope;
  readonly surroundings: ShellSurroundings;
  readonly substitute: Substitute;
}

/** The most alternatives that one word is followed into. */
const mostAlternatives = 64;

/** The longest value of a variable that is followed, in characters; one that grows in a loop would have no end. */
const longestValue = 32_768;

/** Everything that a word could stand for. */
export function expandWord(word: Word, context: WordContext): readonly Pattern[] {
  const pieces = (word.parts ?? []).map(part => expandPart(part, context));
  const texts = word.parts === undefined ? [word.value] : combine(pieces);
  const whole = word.text.startsWith('~') ? texts.map(text => expandTilde(text, context.surroundings)) : texts;
  return (word.parts ?? []).some(isUnquotedExpansion) ? whole.flatMap(splitWords) : whole;
}

/** The same, as one text: the first alternative. */
export function expandOnce(word: Word, context: WordContext): Pattern {
  return expandWord(word, context)[0] ?? '';
}

function combine(pieces: readonly (readonly Pattern[])[]): readonly Pattern[] {
  let texts: readonly Pattern[] = [''];
  for (const alternatives of pieces) {
    const next = texts.flatMap(text => alternatives.map(alternative => text + alternative));
    texts = next.length > mostAlternatives ? texts.map(text => text + anything) : next;
  }
  return texts;
}

function isUnquotedExpansion({ type }: WordPart): boolean {
  return type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion';
}

function splitWords(text: Pattern): readonly Pattern[] {
  const words = text.split(/\s+/).filter(word => word !== '');
  return words.length === 0 ? [''] : words;
}

/** `~` is this user's home, `~name` that of somebody beside it. */
function expandTilde(text: Pattern, { home }: ShellSurroundings): Pattern {
  const [, name = '', rest = ''] = /^~([^/]*)(.*)$/s.exec(text) ?? [];
  if (name === '' || name === nameOf(home)) return home + rest;
  if (name === '+' || name === '-') return anything + rest;
  return `${home.slice(0, home.lastIndexOf('/'))}/${name}${rest}`;
}

function expandPart(part: WordPart, context: WordContext): readonly Pattern[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value];
    case 'DoubleQuoted':
    case 'LocaleString':
      return combine(part.parts.map(child => expandPart(child, context)));
    case 'Glob':
      return [part.kind === 'star' ? star : one];
    case 'ExtendedGlob':
      return [anything];
    case 'BraceExpansion':
      return expandBraces(part.text).map(text => readBraceText(text, context));
    case 'ProcessSubstitution':
      return ['/dev/fd/63'];
    case 'ArithmeticExpansion':
      return [star];
    default:
      return expandValue(part, context);
  }
}

type Valued = Extract<
  DoubleQuotedChild,
  { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' | 'ArithmeticExpansion' }
>;

function expandValue(part: Valued, context: WordContext): readonly Pattern[] {
  if (part.type === 'CommandExpansion') return context.substitute(part.script);
  if (part.type === 'SimpleExpansion') return lookUp(part.text.slice(1), context) ?? [anything];
  if (part.type !== 'ParameterExpansion') return [star];
  if (part.prefix !== undefined) return [anything];
  const value = lookUp(part.parameter, context);
  if (part.operation === undefined) return value ?? [anything];
  if (part.operation.type !== 'Default') return [anything];
  // What stands behind `?` is the message with which the shell gives up; the value is never empty.
  if (part.operation.operator.endsWith('?')) return value ?? [anything];
  const otherwise = expandWord(part.operation.operand, context);
  return part.operation.operator.endsWith('+') ? ['', ...otherwise] : [...(value ?? []), ...otherwise];
}

/** The values that a variable could have here; undefined when nothing is known of it. */
export function lookUp(
  name: string,
  { scope, surroundings }: Pick<WordContext, 'scope' | 'surroundings'>,
): readonly Pattern[] | undefined {
  const set = scope.variables.get(name);
  if (set !== undefined) return set.map(value => (value.length > longestValue ? anything : value));
  if (name === 'PWD') return [scope.cwd];
  if (name === 'HOME') return [surroundings.home];
  const given = surroundings.env(name);
  return given === undefined ? undefined : [given];
}

/** The alternatives of `a{b,c}d`; a range such as `{1..9}` is left open. */
function expandBraces(text: string): string[] {
  const inner = text.slice(1, -1);
  if (/^[^,{}]*\.\.[^,{}]*$/.test(inner)) return [star];
  const parts: string[] = [''];
  let depth = 0;
  for (const character of inner) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.slice(0, mostAlternatives).flatMap(expandNested);
}

function expandNested(text: string): string[] {
  const nested = /^([^{]*)(\{[^{}]*\})(.*)$/s.exec(text);
  if (nested === null) return [text];
  const [, before = '', braces = '', after = ''] = nested;
  return expandBraces(braces).map(middle => before + middle + after);
}

/** Inside braces the parser gives the source as it stands: quotes go, and what is open stays open. */
function readBraceText(text: string, context: WordContext): Pattern {
  return text
    .replace(/\$\{?(\w+)\}?/g, (_all, name: string) => lookUp(name, context)?.[0] ?? anything)
    .replace(/["'\\]/g, '')
    .replace(/\*/g, star)
    .replace(/\?/g, one)
    .replace(/\$\(.*|`.*/s, anything);
}
