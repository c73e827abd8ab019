import { createDeadline, type Deadline } from '../../adapters/deadline.ts';
import { decideUnjudged, type Judged } from '../../engine/judge-event.ts';

/**
 * Judges within a deadline that the law may shorten on the way. What comes to a verdict too late is not waited for: a reservation
 * that it makes stays, and counts as spent.
 */
export async function judgeWithin(
  ms: number,
  event: string,
  judge: (deadline: Deadline) => Promise<Judged>,
): Promise<Judged> {
  const own = createDeadline(ms, performance.now());
  let timer: NodeJS.Timeout | undefined;
  let expire: (judged: Judged) => void = () => undefined;
  const late = new Promise<Judged>(resolve => {
    expire = resolve;
  });
  const arm = (): void => {
    clearTimeout(timer);
    const end = (): void => {
      const detail = `the check took longer than ${own.ms()} ms`;
      expire({ decision: decideUnjudged(event, { kind: 'deadline', detail }), laws: [], auditRequired: false });
    };
    timer = setTimeout(end, Math.max(0, own.left()));
  };
  const set = (allowed: number): void => {
    own.set(allowed);
    arm();
  };
  arm();
  try {
    return await Promise.race([judge({ ...own, set }), late]);
  } finally {
    clearTimeout(timer);
  }
}
