import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Decision } from '../../core/decision/decision.ts';
import { isKnownEvent } from '../../core/event/catalogue.ts';
import { version } from '../../version.ts';

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface CallMeasures {
  readonly project: string;
  readonly event: string;
  readonly decision: Decision;
  /** Why it was not judged; undefined where it was. */
  readonly refused: string | undefined;
  readonly seconds: number;
}

/** What the server counts, for Prometheus. Labels hold nothing that a caller could choose freely. */
export interface Metrics {
  readonly count: (call: CallMeasures) => void;
  readonly reloaded: (project: string, outcome: 'changed' | 'failed') => void;
  readonly fault: () => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** What is looked up when somebody asks. */
export interface Looked {
  readonly inFlight: () => number;
  readonly heldBytes: () => number;
  readonly draining: () => boolean;
  readonly stateFailing: () => readonly (readonly [project: string, failing: boolean])[];
}

export function createMetrics(looked: Looked): Metrics {
  const register = new Registry();
  const registers = [register];
  const labelNames = ['project', 'event', 'verdict'] as const;
  const calls = new Counter({
    name: 'hooklaw_calls_total',
    help: 'Events answered, by verdict.',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'hooklaw_call_seconds',
    help: 'From a request to its answer.',
    labelNames: ['event'],
    buckets: bounds,
    registers,
  });
  const denials = new Counter({
    name: 'hooklaw_denials_total',
    help: 'Refusals by a rule of the law.',
    labelNames: ['project', 'layer', 'rule'],
    registers,
  });
  const unjudged = new Counter({
    name: 'hooklaw_unjudged_total',
    help: 'Events that could not be judged, by cause.',
    labelNames: ['project', 'cause'],
    registers,
  });
  const reloads = new Counter({
    name: 'hooklaw_law_changes_total',
    help: 'How often other laws came into force, or none could be had any more.',
    labelNames: ['project', 'outcome'],
    registers,
  });
  const faults = new Counter({ name: 'hooklaw_faults_total', help: 'Faults that are in errors.jsonl.', registers });
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };
  gauge('hooklaw_calls_in_flight', 'Events that are being judged.', looked.inFlight);
  gauge('hooklaw_body_bytes', 'Memory that events take which are being judged.', looked.heldBytes);
  gauge('hooklaw_draining', '1 while the server is going down.', () => Number(looked.draining()));
  new Gauge({
    name: 'hooklaw_state_failing',
    help: '1 while the memory of earlier calls does not answer.',
    labelNames: ['project'],
    registers,
    collect() {
      for (const [project, failing] of looked.stateFailing()) this.set({ project }, Number(failing));
    },
  });
  new Gauge({ name: 'hooklaw_info', help: 'The version.', labelNames: ['version'], registers }).set({ version }, 1);
  if (!('bun' in process.versions)) collectDefaultMetrics({ register });
  return {
    count: ({ project, event, decision, refused, seconds: took }) => {
      const known = isKnownEvent(event) ? event : 'other';
      calls.inc({ project, event: known, verdict: decision.verdict });
      seconds.observe({ event: known }, took);
      if (refused !== undefined) unjudged.inc({ project, cause: refused });
      const { rule, verdict } = decision;
      if (rule !== undefined && (verdict === 'deny' || verdict === 'block'))
        denials.inc({ project, layer: rule.layer, rule: rule.id });
    },
    reloaded: (project, outcome) => reloads.inc({ project, outcome }),
    fault: () => faults.inc(),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
