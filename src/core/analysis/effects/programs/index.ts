import type { Describe } from '../use.ts';
import { archives } from './archives.ts';
import { cloud } from './cloud.ts';
import { copying } from './copying.ts';
import { deleting } from './deleting.ts';
import { develop } from './develop.ts';
import { git } from './git.ts';
import { naming } from './naming.ts';
import { sockets } from './sockets.ts';
import { text } from './text.ts';
import { viewing } from './viewing.ts';
import { web } from './web.ts';
import { windows } from './windows.ts';

/** What the usual programs do, by name. */
const programs: Readonly<Record<string, Describe>> = {
  ...naming,
  ...windows,
  ...viewing,
  ...text,
  ...deleting,
  ...copying,
  ...archives,
  ...cloud,
  ...sockets,
  ...web,
  ...develop,
  git,
};

export function descriptionOf(name: string): Describe | undefined {
  return Object.hasOwn(programs, name) ? programs[name] : undefined;
}
