import type { LawInForce } from '../core/decision/decide.ts';
import { holds } from '../core/law/expectation.ts';
import type { ReadableLaw } from '../core/law/readable-law.ts';
import type { LawTest, RuleDocument } from '../core/law/schema.ts';
import { type Candidate, candidateDrafts } from '../core/law/suggest/candidate-drafts.ts';
import { testFrom } from '../core/law/suggest/draft.ts';
import { expectationsFor, nameExpectation } from '../core/law/suggest/expectation-for.ts';
import { runLawTests } from './run-law-tests.ts';

/** A change of a law, for which a test is looked for that tells the two laws apart. */
export interface SearchedChange {
  /** The rule as it is, and as it was changed; the latter is missing where the rule was dropped. */
  readonly rules: readonly RuleDocument[];
  readonly original: LawInForce;
  readonly changed: LawInForce;
}

/** The most candidates that are judged for one change, and for all changes of a law, so that a run ends in bearable time. */
const mostPerChange = 1_500;
const mostInAll = 15_000;

/** Looks for tests that notice changes of one law; remembers those it has found. */
export class TestFinder {
  readonly #law: ReadableLaw;
  readonly #now: number;
  readonly #found: LawTest[] = [];
  #left = mostInAll;

  /** @param now the time of tests that give none, in milliseconds since the epoch */
  constructor(law: ReadableLaw, now: number) {
    this.#law = law;
    this.#now = now;
  }

  /** A test that passes on the law as it is and fails on the changed one; undefined where none was found. */
  async find(change: SearchedChange): Promise<LawTest | undefined> {
    for (const known of this.#found) if (await this.#notices(known, change)) return known;
    let left = Math.min(this.#left, mostPerChange);
    for (const candidate of candidateDrafts(change.rules, this.#law)) {
      if (left === 0) return undefined;
      left -= 1;
      this.#left -= 1;
      const test = await this.#tellApart(candidate, change);
      if (test === undefined) continue;
      this.#found.push(test);
      return test;
    }
    return undefined;
  }

  async #judge(test: LawTest, law: LawInForce) {
    const [result] = await runLawTests(law, [test], this.#now);
    return result;
  }

  async #notices(test: LawTest, { changed }: SearchedChange): Promise<boolean> {
    return (await this.#judge(test, changed))?.passed === false;
  }

  async #tellApart({ draft, labels }: Candidate, change: SearchedChange): Promise<LawTest | undefined> {
    const open = testFrom(draft, '', 'silent');
    const decision = (await this.#judge(open, change.original))?.decision;
    if (decision === undefined) return undefined;
    const expectations = expectationsFor(decision, draft.event.input ?? {});
    if (expectations.length === 0) return undefined;
    const other = (await this.#judge(open, change.changed))?.decision;
    const expect = expectations.find(one => other === undefined || !holds(one, other));
    if (expect === undefined) return undefined;
    const set = labels.length === 0 ? `a call of ${draft.event.tool ?? draft.event.on}` : labels.join(', ');
    return testFrom(draft, this.#unusedName(`${set}: ${nameExpectation(expect)}`), expect);
  }

  #unusedName(name: string): string {
    const used = [...(this.#law.document.tests ?? []), ...this.#found].map(test => test.name);
    let free = name;
    for (let count = 2; used.includes(free); count++) free = `${name} (${count})`;
    return free;
  }
}
