/** A node of libpg_query's tree: plain JSON. */
export type TreeNode = { readonly [key: string]: unknown };

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is under a key; an empty node where there is none. */
export function under(node: unknown, ...keys: readonly string[]): TreeNode {
  let found: unknown = node;
  for (const key of keys) found = isNode(found) ? found[key] : undefined;
  return isNode(found) ? found : {};
}

export function listOf(node: unknown, key: string): readonly unknown[] {
  const found = isNode(node) ? node[key] : undefined;
  return Array.isArray(found) ? found : [];
}

export function textOf(node: unknown, key: string): string {
  const found = isNode(node) ? node[key] : undefined;
  return typeof found === 'string' ? found : '';
}

/** The kind of a wrapped node (`{SelectStmt: {…}}`) and what it holds. */
export function unwrap(node: unknown): readonly [string, TreeNode] | undefined {
  if (!isNode(node)) return undefined;
  const entries = Object.entries(node);
  const [kind, inner] = entries[0] ?? [];
  return entries.length === 1 && kind !== undefined && isNode(inner) ? [kind, inner] : undefined;
}

/** Shows every wrapped node below, outermost first; `false` leaves out what is below one. */
export function walkTree(root: unknown, see: (kind: string, node: TreeNode) => boolean): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (let at = value.length - 1; at >= 0; at--) waiting.push(value[at]);
    else if (isNode(value)) {
      const wrapped = /^[A-Z]/.test(Object.keys(value)[0] ?? '') ? unwrap(value) : undefined;
      if (wrapped === undefined) waiting.push(...Object.values(value).reverse());
      else if (see(...wrapped)) waiting.push(...Object.values(wrapped[1]).reverse());
    }
  }
}
