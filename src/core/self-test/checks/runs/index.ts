import type { Check } from '../../check.ts';
import { hookBlocks } from './hook-blocks.ts';

/** The checks of what hooks did when they were run, in the order in which they are reported. */
export const runChecks: readonly Check[] = [hookBlocks];
