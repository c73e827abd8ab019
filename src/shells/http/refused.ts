import type { Unjudged } from '../../core/decision/cannot-tell.ts';

/** A call that the server does not judge, with the one way in which that is answered. */
export class CallRefused extends Error {
  readonly unjudged: Unjudged;
  /** The event as far as it is known. */
  readonly event: string | undefined;

  constructor(unjudged: Unjudged, event: string | undefined) {
    super(unjudged.detail);
    this.name = 'CallRefused';
    this.unjudged = unjudged;
    this.event = event;
  }
}
