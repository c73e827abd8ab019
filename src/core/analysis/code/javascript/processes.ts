import { anything } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import type { Call, Handler } from '../call.ts';
import { quoteWords, wordsOf } from '../findings.ts';
import { nothing, optionsOf, origin, plainText, some, text, textsOf, type Value } from '../value.ts';
import { callBack, hasOption, optionOf } from './options.ts';

const output: Value = some(origin.output);

/** `exec(text, options, callback)`. */
const shellText: Handler = call => {
  startText(call, call.need(0));
  callBack(call, [nothing, output, output]);
  return { kind: 'object', object: 'process', text: call.need(0), from: origin.output };
};

function startText(call: Call, command: Value): void {
  const { before, behind } = around(call);
  for (const option of optionsOf(command)) {
    for (const pattern of textsOf(option)) {
      const plain = before === '' && behind === '';
      call.findings.startText(text(plain ? pattern : `${before}{ ${pattern}\n}${behind}`));
    }
  }
}

/** The working folder and the input that are given, as a shell would write them. */
function around(call: Call): { before: string; behind: string } {
  const cwd = optionOf(call, 'cwd');
  const input = optionOf(call, 'input', 'stdin');
  const given = input === undefined || input.kind === 'list' || input.kind === 'name' ? undefined : textsOf(input)[0];
  const piped = given !== undefined && /^(?:pipe|inherit|ignore|overlapped)$/.test(given);
  return {
    before: cwd === undefined ? '' : `cd ${quoteWords([{ pattern: textsOf(cwd)[0] ?? anything }])} && `,
    behind: given === undefined || piped ? '' : ` <<< ${quoteWords([{ pattern: given }])}`,
  };
}

function listWords(value: Value | undefined): readonly Word[] {
  if (value === undefined || value.kind === 'map' || value.kind === 'local') return [];
  if (value.kind !== 'list') return [{ pattern: anything, splits: true }];
  const words = wordsOf(value.items);
  return value.open === true ? [...words, { pattern: anything, splits: true }] : words;
}

/** `spawn(program, words, options)`. */
const spawns: Handler = call => {
  const program = call.need(0);
  const words = [...wordsOf([program]), ...listWords(call.at(1))];
  startWords(call, words, hasShell(call));
  callBack(call, [nothing, output, output]);
  return { kind: 'object', object: 'process', text: program, from: origin.output };
};

function hasShell(call: Call): boolean {
  return [1, 2].some(place => call.given.positional[place]?.kind === 'map' && hasOption(call, place, 'shell'));
}

function startWords(call: Call, words: readonly Word[], inShell: boolean): void {
  const { before, behind } = around(call);
  if (inShell) call.findings.startText(text(`${before}${words.map(word => word.pattern).join(' ')}${behind}`));
  else if (before === '' && behind === '') call.findings.startWords(words);
  else call.findings.startText(text(`${before}${quoteWords(words)}${behind}`));
}

/** `spawn([program, …])`, or an object that holds them as `cmd`. */
const spawnsList: Handler = call => {
  const first = call.need(0);
  const words = first.kind === 'map' ? (first.entries.get('cmd') ?? nothing) : first;
  startWords(call, words.kind === 'list' ? listWords(words) : wordsOf([words]), false);
  return { kind: 'object', object: 'process', text: words, from: origin.output };
};

const denoCommand: Handler = call => {
  const args = optionOf(call, 'args');
  startWords(call, [...wordsOf([call.need(0)]), ...listWords(args)], false);
  return { kind: 'object', object: 'process', text: call.need(0), from: origin.output };
};

const forks: Handler = call => {
  startWords(call, [{ pattern: 'node' }, ...wordsOf([call.need(0)]), ...listWords(call.at(1))], false);
  return { kind: 'object', object: 'process', from: origin.output };
};

const shellTag: Handler = call => {
  const [command = nothing] = call.given.positional;
  if (plainText(command) !== undefined || command.kind === 'text') call.findings.startText(command);
  return { kind: 'object', object: 'process', from: origin.output };
};

export const processHandlers: Readonly<Record<string, Handler>> = {
  'child_process.exec': shellText,
  'child_process.spawn': spawns,
  'child_process.execFile': spawns,
  'child_process.fork': forks,
  'cross-spawn': spawns,
  'cross-spawn.sync': spawns,
  'cross-spawn.spawn': spawns,
  execa: spawns,
  'execa.execa': spawns,
  'execa.execaSync': spawns,
  'execa.execaCommand': shellText,
  'execa.command': shellText,
  'execa.$': shellTag,
  'shelljs.exec': shellText,
  $: shellTag,
  'Bun.$': shellTag,
  'bun.$': shellTag,
  'zx.$': shellTag,
  'Bun.spawn': spawnsList,
  'Bun.spawnSync': spawnsList,
  'Deno.run': spawnsList,
  'Deno.Command': denoCommand,
  'process.chdir': call => {
    call.findings.changeFolder(call.need(0));
    return undefined;
  },
  'Deno.chdir': call => {
    call.findings.changeFolder(call.need(0));
    return undefined;
  },
  'process.kill': call => {
    const [pid, signal] = call.given.positional;
    const name = signal === undefined ? 'TERM' : (textsOf(signal)[0] ?? anything).replace(/^SIG/, '');
    if (pid !== undefined) call.findings.startWords([{ pattern: 'kill' }, { pattern: `-${name}` }, ...wordsOf([pid])]);
    return undefined;
  },
  'util.promisify': call => call.at(0),
};
