import { type Command, parse } from 'unbash';
import type { Pattern } from '../../analysis/pattern.ts';
import { expandWord, type WordContext } from './expand-word.ts';

const mostValues = 64;

/** Carries out the assignments of a command that is nothing but them. */
export function assign({ prefix }: Command, context: WordContext): void {
  const { variables } = context.scope;
  for (const item of prefix) {
    if (item.type !== 'Assignment') continue;
    const { name, value } = item;
    if (value.type !== 'Word') {
      variables.set(
        name,
        value.elements.flatMap(word => expandWord(word, context)),
      );
      continue;
    }
    const values = expandWord(value, context);
    const before = item.append === true ? (variables.get(name) ?? ['']) : [''];
    variables.set(name, before.flatMap(text => values.map(next => text + next)).slice(0, mostValues));
  }
}

/** `export NAME=value` and the like. The parser gives the value as it is written, so it is read as the word that it is. */
export function declare(args: readonly Pattern[], context: WordContext): void {
  for (const arg of args) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(arg) ?? [];
    if (name === undefined || value === undefined) continue;
    const command = parse(`x=${value}`).commands[0]?.command;
    const item = command?.type === 'Command' ? command.prefix[0] : undefined;
    const word = item?.type === 'Assignment' && item.value.type === 'Word' ? item.value : undefined;
    context.scope.variables.set(name, word === undefined ? [value] : expandWord(word, context));
  }
}
