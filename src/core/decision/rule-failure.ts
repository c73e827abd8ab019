import type { FailureHint } from './cannot-tell.ts';

/** Why a rule could not be checked. */
export class RuleFailure extends Error {
  readonly hint: FailureHint;

  constructor(message: string, hint: FailureHint) {
    super(message);
    this.name = 'RuleFailure';
    this.hint = hint;
  }
}
