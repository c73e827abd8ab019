import type { Parsers } from '../parsers.ts';
import { anything } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Command, ShellReading, Word } from './reading.ts';

/** Stands in until the real one is there: words by spaces, simple quotes, variables unknown. */
export function readShell(text: string, surroundings: Surroundings, _parsers: Parsers): ShellReading {
  const commands = text.split(/&&|\|\||;|\n/).flatMap((part): Command[] => {
    const words: Word[] = [...part.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => {
      const pattern = word
        .replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2')
        .replaceAll(/\$\w+|\$\([^)]*\)/g, anything)
        .replaceAll('*', '\uE000');
      return /(?:^|[^"'])\$/.test(word) && !word.includes('"') ? { pattern, splits: true } : { pattern };
    });
    const [first] = words;
    if (first === undefined) return [];
    const known = !first.pattern.includes(anything);
    return [
      {
        program: known ? first.pattern.slice(first.pattern.lastIndexOf('/') + 1).toLowerCase() : undefined,
        words,
        assignments: [],
        redirections: [],
        input: { from: 'nothing', sources: [] },
        feeds: [],
        substitutions: [],
        cwd: surroundings.cwd,
        via: [],
      },
    ];
  });
  return { commands, unknown: [], code: [], fed: [] };
}
