import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Effects, FileEffect } from '../src/core/analysis/effects/effect.ts';
import { effectsOfShell } from '../src/core/analysis/effects/effects-of-shell.ts';
import { anything, deep, one, star } from '../src/core/analysis/pattern.ts';
import type { Surroundings } from '../src/core/analysis/surroundings.ts';
import { simpleReading } from './support/simple-reading.ts';

const corpus = new URL('./corpus/effects.jsonl', import.meta.url);

/** A command and what it does: `read recursive /x`, `send https://x.test < /file`, `talk host`, `environment`. */
interface Row {
  readonly command: string;
  readonly does: readonly string[];
}

const surroundings: Surroundings = {
  cwd: '/srv/app',
  home: '/home/u',
  project: '/srv/app',
  temporary: ['/tmp', '/var/tmp'],
  platform: 'posix',
  env: () => undefined,
  observer: { real: path => path, text: () => undefined },
};

const rows = readFileSync(corpus, 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as Row);

/** In the corpus, what is not known is `…`, and what `find` walks through `**`. */
function show(pattern: string): string {
  return pattern.replaceAll(star, '*').replaceAll(one, '?').replaceAll(anything, '…').replaceAll(deep, '**');
}

function showFile({ kind, path, recursive, many, uncertain, elsewhere }: FileEffect): string {
  const flags = Object.entries({ recursive, many, uncertain, elsewhere }).flatMap(([name, set]) => (set ? [name] : []));
  return [kind, ...flags, show(path)].join(' ');
}

function showAll({ files, network, printsEnvironment }: Effects): string[] {
  return [
    ...files.map(showFile),
    ...network.map(({ address, sends, files: sent, transfer }) =>
      [
        sends ? (transfer === true ? 'bring' : 'send') : 'talk',
        show(address),
        ...(sent.length > 0 ? ['<', ...sent.map(show)] : []),
      ].join(' '),
    ),
    ...(printsEnvironment ? ['environment'] : []),
  ];
}

const effectsOf = (command: string): string[] =>
  showAll(effectsOfShell(simpleReading(command, surroundings), surroundings));

describe('effects of commands', () => {
  it('has a corpus', () => {
    expect(rows.length).toBeGreaterThan(200);
  });

  it.each(rows)('$command', ({ command, does }) => {
    expect(effectsOf(command)).toEqual(does);
  });

  it('keeps its corpus up to date on demand', () => {
    if (process.env['UPDATE'] === undefined) return;
    const lines = rows.map(({ command }) => JSON.stringify({ command, does: effectsOf(command) }));
    writeFileSync(corpus, `${lines.join('\n')}\n`);
  });
});
