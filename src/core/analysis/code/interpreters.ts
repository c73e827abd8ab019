import type { CodeLanguage } from './reading.ts';

/** How an interpreter takes code on its command line. */
export interface Interpreter {
  readonly language: CodeLanguage;
  /** Letters of the options whose value is code. */
  readonly code: string;
  /** Long options whose value is code. */
  readonly longCode: readonly string[];
  /** Set where nothing behind the code is an option any more (`python -c`). */
  readonly codeEnds: boolean;
  /** Set where code is the next word, also when letters follow in the cluster (`node -pe`). */
  readonly detached: boolean;
  /** Letters whose value is the rest of the cluster or the next word. */
  readonly values: string;
  /** Letters whose value can only be the rest of the cluster. */
  readonly attached: string;
  readonly longValues: readonly string[];
  /** Options of one dash and several letters that take the next word. */
  readonly singles: readonly string[];
  /** Letters that make it run something else than code on the command line or from its input. */
  readonly other: string;
  /** Words in front of code (`deno eval`). */
  readonly verbs?: readonly string[];
  /** Set where there is no code without such a word. */
  readonly onlyVerbs?: true;
}

const basic: Interpreter = {
  language: 'python',
  code: 'c',
  longCode: [],
  codeEnds: false,
  detached: false,
  values: '',
  attached: '',
  longValues: [],
  singles: [],
  other: '',
};

const python: Interpreter = {
  ...basic,
  codeEnds: true,
  values: 'WX',
  other: 'mVh',
  longValues: ['--check-hash-based-pycs'],
};

const node: Interpreter = {
  ...basic,
  language: 'javascript',
  code: 'ep',
  longCode: ['--eval', '--print'],
  detached: true,
  values: 'rC',
  longValues: [
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '--input-type',
    '--env-file',
    '--conditions',
    '--stack-size',
  ],
  other: 'vh',
};

const interpreters: readonly (readonly [RegExp, Interpreter])[] = [
  [/^(?:python[\d.]*w?|pypy[\d.]*|py)$/, python],
  [/^(?:ipython[\d.]*)$/, { ...python, codeEnds: false }],
  [/^(?:node|nodejs|tsx|ts-node|esno|jiti)$/, node],
  [/^bun$/, node],
  [
    /^deno$/,
    {
      ...node,
      code: '',
      longCode: [],
      longValues: ['--ext', '--config', '--import-map'],
      verbs: ['eval'],
      onlyVerbs: true,
    },
  ],
  [
    /^j?ruby[\d.]*$/,
    {
      ...basic,
      language: 'ruby',
      code: 'e',
      values: 'rIEC',
      attached: 'iFKx',
      other: 'Sch',
      longValues: ['--encoding'],
    },
  ],
  [/^perl[\d.]*$/, { ...basic, language: 'perl', code: 'eE', values: 'I', attached: 'iFMmxCDdV', other: 'vhS' }],
  [
    /^php[\d.]*$/,
    {
      ...basic,
      language: 'php',
      code: 'rBRE',
      longCode: ['--run', '--process-code'],
      values: 'dczt',
      other: 'vhimlSafw',
      longValues: ['--define'],
    },
  ],
  [/^lua(?:jit)?[\d.]*$/, { ...basic, language: 'lua', code: 'e', values: 'l', other: 'v' }],
  [/^rscript$/, { ...basic, language: 'r', code: 'e' }],
  [/^osascript$/, { ...basic, language: 'applescript', code: 'e', values: 'ls' }],
];

/** How a program takes code; undefined for one that is no interpreter known here. */
export function interpreterOf(program: string): Interpreter | undefined {
  return interpreters.find(([name]) => name.test(program))?.[1];
}
