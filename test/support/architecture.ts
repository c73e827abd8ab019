import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** A breach of the architecture, as `file: what`. */
export type Breach = string;

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Which layers a layer may import, by folder of src/. Imports go one way: shells → commands → engine → core. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  ports: ['core'],
  engine: ['core', 'ports'],
  render: ['core'],
  adapters: ['core', 'ports', 'version.ts'],
  commands: ['core', 'ports', 'engine', 'adapters'],
  shells: ['core', 'ports', 'engine', 'render', 'adapters', 'commands', 'version.ts'],
};

const impureGlobals = new Set([
  'process',
  'console',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'performance',
  'crypto',
  'require',
  'Bun',
]);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function visit(node: Node, parents: readonly Node[], see: (node: Node, parents: readonly Node[]) => void): void {
  see(node, parents);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isNode(child)) visit(child, [...parents, node], see);
    }
  }
}

/** Whether an identifier is a use of a global and not a key, a property or a type. */
function isReference(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true;
  if (parent.type === 'Property' || parent.type === 'PropertyDefinition' || parent.type === 'MethodDefinition') {
    return parent['value'] === node;
  }
  return !parent.type.startsWith('TS');
}

function impurity(node: Node, parents: readonly Node[]): string | undefined {
  const parent = parents.at(-1);
  if (node.type === 'Identifier' && typeof node['name'] === 'string' && isReference(node, parent)) {
    if (impureGlobals.has(node['name'])) return `uses \`${node['name']}\``;
  }
  if (node.type === 'MemberExpression' && isNode(node['object']) && isNode(node['property'])) {
    const use = `${String(node['object']['name'])}.${String(node['property']['name'])}`;
    if (use === 'Date.now' || use === 'Math.random') return `uses \`${use}\``;
  }
  if (node.type === 'NewExpression' && isNode(node['callee']) && node['callee']['name'] === 'Date') {
    if ((node['arguments'] as unknown[]).length === 0) return 'uses `new Date()`';
  }
  if (node.type === 'AwaitExpression') return 'awaits';
  if (node['async'] === true) return 'is async';
  return node.type === 'ImportExpression' ? 'imports at run time' : undefined;
}

function importedFrom(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return target.split('/')[1];
}

/**
 * Checks one source file.
 * @param file its path from the repository's root, with forward slashes, such as `src/core/law/compile.ts`
 */
export function checkFile(file: string, source: string): Breach[] {
  const breaches: Breach[] = [];
  const layer = file.split('/')[1] ?? '';
  const allowed = mayImport[layer];
  const { program, module: imports } = parseSync(file, source);
  const specifiers = imports.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  visit(program as unknown as Node, [], (node, parents) => {
    if (node.type === 'ImportExpression' && isNode(node['source']) && typeof node['source']['value'] === 'string') {
      specifiers.push(node['source']['value']);
    }
    const impure = layer === 'core' ? impurity(node, parents) : undefined;
    if (impure !== undefined) breaches.push(`${file}: ${impure}`);
  });
  for (const specifier of specifiers) {
    const target = importedFrom(file, specifier);
    if (layer === 'core' && specifier.startsWith('node:')) breaches.push(`${file}: imports \`${specifier}\``);
    if (target !== undefined && allowed !== undefined && target !== layer && !allowed.includes(target)) {
      breaches.push(`${file}: imports from ${target}`);
    }
  }
  if (allowed === undefined && file.split('/').length > 2)
    breaches.push(`${file}: stands in a folder that has no rules`);
  return breaches;
}

/** Packages that the hook loads before it has judged anything; all others are too heavy for its way. */
export function heavyPackages(source: string): string[] {
  const heavy = [
    'commander',
    'zod',
    'execa',
    'jose',
    'yaml',
    'jsonc-parser',
    'recheck',
    'diff',
    'pg',
    'marked',
    'picocolors',
    '@marcbachmann/cel-js',
    'unbash',
    'libpg-query',
    '@lezer/lr',
    '@lezer/python',
    '@lezer/javascript',
    'fastify',
    'prom-client',
  ];
  return heavy.filter(name => source.includes(`node_modules/${name}/`));
}
