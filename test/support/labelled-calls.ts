import fs from 'node:fs';
import path from 'node:path';
import type { LawInForce } from '../../src/core/decision/decide.ts';
import type { JsonValue } from '../../src/core/json/json-value.ts';
import { call, judge, lawFrom } from './judge.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** A call with what has to become of it. */
export interface LabelledCall {
  readonly id: string;
  readonly topic: string;
  readonly tool: string;
  readonly input: { readonly [name: string]: JsonValue };
  /** `stop`: denied or asked about. */
  readonly expect: 'stop' | 'run' | 'deny' | 'ask';
  readonly why: string;
  /** Why it is judged wrong, where that is known; who mends it takes this out. */
  readonly missed?: string;
  /** The condition of a rule by which it is judged; all packs where there is none. */
  readonly when?: string;
  readonly cwd?: string;
  readonly platform?: 'posix' | 'windows';
  readonly files?: Readonly<Record<string, string>>;
}

export function readCalls(file: string): LabelledCall[] {
  return fs
    .readFileSync(path.resolve(root, file), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as LabelledCall);
}

/** The packs that come with the program. */
export const packNames: readonly string[] = fs
  .readdirSync(path.join(root, 'src', 'packs'))
  .filter(name => name.endsWith('.yaml'))
  .map(name => name.slice(0, -'.yaml'.length))
  .sort();

let packs: LawInForce | undefined;

/** A law that extends every pack. */
export function allPacks(): LawInForce {
  packs ??= lawFrom(`hooklaw: 1\nextends: [${packNames.map(name => `hooklaw:${name}`).join(', ')}]\n`);
  return packs;
}

function lawOf(row: LabelledCall): LawInForce {
  if (row.when === undefined) return allPacks();
  const rule = {
    id: 'asked',
    kind: 'policy',
    tool: row.tool,
    when: row.when,
    deny: 'It is asked for.',
    instead: 'Leave it.',
  };
  return lawFrom(JSON.stringify({ hooklaw: 1, rules: [rule] }));
}

/** What becomes of a call, with the reason. */
export async function judgeCall(row: LabelledCall): Promise<{ got: 'run' | 'deny' | 'ask'; says: string }> {
  const decision = await judge(
    lawOf(row),
    { ...call(row.tool, row.input), cwd: row.cwd ?? '/srv/app' },
    {
      machine: { cwd: row.cwd, platform: row.platform, files: row.files },
    },
  );
  const { verdict } = decision;
  const got = verdict === 'deny' || verdict === 'ask' ? verdict : 'run';
  return { got, says: 'message' in decision && typeof decision.message === 'string' ? decision.message : '' };
}

export function fits(expect: LabelledCall['expect'], got: 'run' | 'deny' | 'ask'): boolean {
  return expect === 'stop' ? got !== 'run' : expect === got;
}
