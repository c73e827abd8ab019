import { eventInfo } from '../event/catalogue.ts';

/**
 * What a rule could not be checked for: the input has not the declared shape, the expression does not fit the input, a
 * fact is missing, the memory of earlier calls cannot be had, or the rule itself is faulty.
 */
export type FailureHint = 'shape' | 'input' | 'fact' | 'state' | 'rule';

/** What could not be established, and why. */
export type Unjudged =
  /** the event itself cannot be read */
  | { readonly kind: 'event'; readonly detail: string }
  /** a law file is missing, broken or cannot be compiled */
  | { readonly kind: 'law'; readonly detail: string }
  /** one rule could not be checked */
  | { readonly kind: 'rule'; readonly detail: string; readonly rule: string; readonly hint: FailureHint }
  /** the deadline passed */
  | { readonly kind: 'deadline'; readonly detail: string }
  /** the law requires an audit log that cannot be written */
  | { readonly kind: 'audit'; readonly detail: string }
  /** the command line of the hook is wrong */
  | { readonly kind: 'usage'; readonly detail: string }
  /** a server that has too much to do, or is going down */
  | { readonly kind: 'busy'; readonly detail: string }
  /** a server that does not know who asks, or what for */
  | { readonly kind: 'access'; readonly detail: string }
  /** a fault of the program */
  | { readonly kind: 'internal'; readonly detail: string };

/**
 * The one answer to «what if we cannot tell»: on a gate everything denies; where a person's own text or the session is
 * at stake only a rule that could not be checked denies; after the fact nothing is disturbed.
 * @param event the event's name; undefined when not even that is known, which denies
 */
export function cannotTell(event: string | undefined, cause: Unjudged): 'deny' | 'quiet' {
  if (event === undefined) return 'deny';
  switch (eventInfo(event).role) {
    case 'gate':
      return 'deny';
    case 'stoppable':
      return cause.kind === 'rule' ? 'deny' : 'quiet';
    case 'notice':
      return 'quiet';
  }
}

/** What the model is told to do about it. */
function advice(cause: Unjudged): string {
  switch (cause.kind) {
    case 'event':
      return 'Nothing ran. Do not send the same call again; tell the user what you wanted to do.';
    case 'law':
      return 'Nothing ran. Retrying will not help: tell the user that the law needs mending (`hooklaw validate` shows where).';
    case 'rule':
      if (cause.hint === 'input' || cause.hint === 'shape') return 'Nothing ran. Correct the input and call again.';
      if (cause.hint === 'state') return 'Nothing ran. Trying again later may help; if it does not, tell the user.';
      if (cause.hint === 'fact') return 'Nothing ran. Retrying will not help: tell the user which fact is missing.';
      return 'Nothing ran. Tell the user that this rule needs mending.';
    case 'deadline':
      return 'Nothing ran. Try a smaller call, or tell the user that the check is too slow.';
    case 'audit':
      return 'Nothing ran. Tell the user that the audit log cannot be written.';
    case 'usage':
      return "Nothing ran. Tell the user that hooklaw's entry in the settings needs mending.";
    case 'busy':
      return 'Nothing ran. Wait a moment and call again; if that does not help, tell the user.';
    case 'access':
      return 'Nothing ran. Retrying will not help: tell the user that the connection to `hooklaw serve` needs mending.';
    case 'internal':
      return 'Nothing ran. Tell the user; the cause is in errors.jsonl.';
  }
}

/** The text for the model, without the marker. */
export function explainUnjudged(cause: Unjudged): string {
  const what =
    cause.kind === 'rule' ? `The rule \`${cause.rule}\` could not be checked` : 'The call could not be judged';
  return `${what}: ${cause.detail}${/[.?!]$/.test(cause.detail) ? '' : '.'} ${advice(cause)}`;
}
