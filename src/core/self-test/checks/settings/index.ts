import type { Check } from '../../check.ts';
import { hooksKept } from './hooks-kept.ts';

/** The checks of files as they stand, in the order in which they are reported. */
export const settingsChecks: readonly Check[] = [hooksKept];
