import type { ClientPlace } from '../../adapters/client/client-place.ts';
import type { HookPlace } from '../../adapters/client/hook-place.ts';

/** Where hooks are looked for, and where and as what session they are run. */
export type SelfTestPlace = ClientPlace & HookPlace;
