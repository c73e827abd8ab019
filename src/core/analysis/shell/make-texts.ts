import { isOpen } from '../pattern.ts';
import { contentOf } from './files.ts';
import type { Invocation } from './invocation.ts';
import { readAll, valuesOf } from './options.ts';
import { plain, type Text } from './text.ts';

const valued = ['-f', '--file', '--makefile', '-C', '--directory', '-I', '-j', '-l', '-o', '-W', '-E', '--eval'].filter(
  name => name !== '-j',
);

/** The shell texts of a makefile that stands in the command itself: given as input, in an option, or just written. */
export function makeTexts(invocation: Invocation): readonly Text[] {
  const { args, context, reader, state } = invocation;
  const { options, operands } = readAll(args, { valued });
  const files = valuesOf(options, '-f', '--file', '--makefile');
  const assigned = operands.filter(({ pattern }) => /^SHELL=/.test(pattern));
  const evals = valuesOf(options, '-E', '--eval');
  const makefiles = files.length > 0 ? files : ['GNUmakefile', 'makefile', 'Makefile'].map(name => plain(name));
  const texts = makefiles.flatMap(file => {
    if (/^(?:-|\/dev\/stdin)$/.test(file.pattern)) return context.input.from === 'nothing' ? [] : context.input.texts;
    return contentOf(reader, file, state).filter(
      text => text.file === undefined && !(isOpen(text.pattern) && text.pattern.length === 1),
    );
  });
  return [
    ...[...texts, ...evals].map(recipesOf),
    ...assigned.map(word => ({ ...word, pattern: word.pattern.slice(6) })),
  ].filter(({ pattern }) => pattern.trim() !== '');
}

/** The lines of recipes, and what `$(shell …)` runs. */
function recipesOf(text: Text): Text {
  const lines = text.pattern.replace(/\\\n/g, ' ').split('\n');
  const recipes = lines.flatMap(line => {
    const [, shellText] = /\$[({]shell\s+([^)}]*)[)}]/.exec(line) ?? [];
    const found = shellText === undefined ? [] : [shellText];
    const [, recipe] = /^(?:\t|[^\t#=]*:[^=;]*;)\s*[@+-]*(.*)$/.exec(line) ?? [];
    return recipe === undefined ? found : [...found, recipe.replaceAll('$$', '$')];
  });
  return { pattern: recipes.join('\n'), origin: text.origin, commands: text.commands };
}
