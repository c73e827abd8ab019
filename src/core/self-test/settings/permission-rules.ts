import type { HookReading } from '../../client/read-hooks.ts';
import { isJsonObject } from '../../json/json-value.ts';

/** A permission rule and where it stands. */
export interface PlacedRule {
  readonly list: 'allow' | 'ask' | 'deny';
  readonly text: string;
  readonly at: readonly (string | number)[];
}

/** The permission rules of one file. */
export function permissionRules({ root }: HookReading): PlacedRule[] {
  const permissions = root?.children.get('permissions');
  if (permissions === undefined || !isJsonObject(permissions.value)) return [];
  return (['allow', 'ask', 'deny'] as const).flatMap(list =>
    [...(permissions.children.get(list)?.children ?? [])].flatMap(([index, { value }]) =>
      typeof value === 'string' ? [{ list, text: value, at: ['permissions', list, index] }] : [],
    ),
  );
}
