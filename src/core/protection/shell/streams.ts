import type { Redirection, Word } from 'unbash';
import { anything, isOpen, type Pattern } from '../../analysis/pattern.ts';
import { expandOnce, expandWord, type WordContext } from './expand-word.ts';
import type { Input } from './finding.ts';
import { knownOutput } from './known-output.ts';

/** The input that a redirection gives; undefined where none does. */
export function inputOf(redirects: readonly Redirection[], context: WordContext): Input | undefined {
  for (const redirect of redirects) {
    if (redirect.operator === '<<<' && redirect.target !== undefined) {
      const text = expandOnce(redirect.target, context);
      return { ...(isOpen(text) ? {} : { text: `${text}\n` }), paths: [text] };
    }
    if (redirect.type === 'HereDoc') return hereDocument(redirect, context);
    if (redirect.type === 'Redirect' && redirect.operator === '<' && redirect.target !== undefined)
      return fromFile(redirect.target, context);
  }
  return undefined;
}

/** What goes into a redirection, where that can be told. */
export function printedText(name: string, args: readonly Pattern[], input: Input): string | undefined {
  return name === 'cat' && args.every(word => word === '-') ? input.text : knownOutput(name, args);
}

/** Whether a redirection takes what a command prints, and not what it complains about. */
export function isStandardOutput(redirect: Extract<Redirection, { type: 'Redirect' }>): boolean {
  return redirect.descriptor?.type === 'FileDescriptor' && redirect.descriptor.value === 1;
}

/** A here-document's text, where nothing in it has to be expanded. */
function hereDocument(
  { body, operator, delimiter }: Extract<Redirection, { type: 'HereDoc' }>,
  context: WordContext,
): Input {
  const plain = delimiter?.quoted === true || !/[$`\\]/.test(body.text);
  const word: Word = { type: 'Word', text: '', value: body.text, pos: 0, end: 0, parts: body.parts };
  const text = plain
    ? body.text
    : body.parts === undefined || body.text.includes('\\')
      ? anything
      : expandOnce(word, context);
  const shown = operator === '<<-' ? text.replace(/^\t+/gm, '') : text;
  return { ...(isOpen(shown) ? {} : { text: shown }), paths: shown.split(/\s+/).slice(0, 64) };
}

/** A file's text is not known; what a process substitution prints may be. */
function fromFile(target: Word, context: WordContext): Input {
  const [only] = target.parts ?? [];
  if (only?.type !== 'ProcessSubstitution') return { paths: expandWord(target, context) };
  const texts = context.substitute(only.script);
  const [text = anything] = texts;
  const known = texts.length === 1 && !isOpen(text) ? { text } : {};
  return { ...known, paths: texts.flatMap(printed => printed.split(/\s+/)) };
}
