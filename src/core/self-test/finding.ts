import type { ConfiguredHook } from '../client/hook-source.ts';
import type { Problem } from '../problem/problem.ts';

/** A change of a settings file that mends a finding and cannot do harm: one value put in, replaced or taken out. */
export interface SettingsFix {
  readonly file: string;
  /** Where in the document, as `ConfiguredHook.path` counts. */
  readonly path: readonly (string | number)[];
  readonly change:
    | { readonly kind: 'set'; readonly value: string | number | boolean }
    | { readonly kind: 'remove' }
    | { readonly kind: 'rename'; readonly key: string };
  /** What it does, for the person who is asked. */
  readonly title: string;
}

/** Something that keeps a guard from guarding, or will. */
export interface Finding extends Problem {
  readonly hook?: ConfiguredHook;
  /** What was seen when the hook was run: the event, exit code and output, each a line. */
  readonly evidence?: readonly string[];
  readonly fix?: SettingsFix;
}
