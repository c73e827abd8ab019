/** Puts the type declarations of the library into one file that holds what is published, what that needs, and nothing else. */
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** The declarations of a module by name, and where its imports come from. */
function readModule(file) {
  const source = fs.readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, source, { lang: 'dts', sourceType: 'module' });
  const declarations = new Map();
  const imports = new Map();
  const exported = [];
  const target = specifier => path.join(path.dirname(file), specifier.replace(/\.ts$/, '.d.ts'));
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const { local, imported } of statement.specifiers)
        imports.set(local.name, { file: target(statement.source.value), name: imported.name });
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source !== null) {
      for (const specifier of statement.specifiers) {
        const isType = statement.exportKind === 'type' || specifier.exportKind === 'type';
        exported.push({ file: target(statement.source.value), name: specifier.local.name, isType });
      }
    } else {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (declared !== null) addDeclaration(declarations, declared, statement, { source, comments });
    }
  }
  return { declarations, imports, exported };
}

function addDeclaration(declarations, declared, statement, { source, comments }) {
  const names = declared.id ? [declared.id.name] : (declared.declarations ?? []).map(({ id }) => id.name);
  const doc = comments.findLast(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= statement.start &&
      source.slice(end, statement.start).trim() === '',
  );
  const text = source.slice(statement.start, statement.end).replace(/^export /, '');
  const keysOf = catalogueOf(declared);
  if (keysOf !== undefined) {
    // Only the names are published, not the catalogue in which they stand.
    const keys = declarations.get(keysOf)?.keys ?? [];
    const union = keys.map(key => JSON.stringify(key).replaceAll('"', "'")).join(' | ');
    for (const name of names) declarations.set(name, { text: `type ${name} = ${union};`, uses: new Set() });
    return;
  }
  for (const name of names) {
    const before = declarations.get(name);
    const part = `${doc === undefined ? '' : `/*${doc.value}*/\n`}${text.replace(/^(?=abstract class|class|function|const|let)/, 'declare ')}`;
    declarations.set(name, {
      text: before === undefined ? part : `${before.text}\n${part}`,
      keys: keysOfObject(declared),
      uses: new Set([...(before?.uses ?? []), ...namesIn(declared)]),
    });
  }
}

/** The constant of a `type … = keyof typeof constant`. */
function catalogueOf({ type, typeAnnotation }) {
  if (type !== 'TSTypeAliasDeclaration' || typeAnnotation.type !== 'TSTypeOperator') return undefined;
  const { operator, typeAnnotation: of } = typeAnnotation;
  return operator === 'keyof' && of.type === 'TSTypeQuery' ? of.exprName.name : undefined;
}

/** The keys of a constant that is an object. */
function keysOfObject({ declarations }) {
  const type = declarations?.[0]?.id.typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeLiteral' ? type.members.map(({ key }) => key.name ?? key.value) : [];
}

/** Names in a declaration that may be those of other declarations. */
function namesIn(node, names = new Set()) {
  if (Array.isArray(node)) for (const item of node) namesIn(item, names);
  else if (typeof node === 'object' && node !== null) {
    if (node.type === 'Identifier') names.add(node.name);
    for (const [key, value] of Object.entries(node)) {
      const isName = (key === 'key' && node.computed !== true) || key === 'label';
      if (!isName) namesIn(value, names);
    }
  }
  return names;
}

/**
 * Bundles the declarations.
 * @param entry the entry's `.d.ts`, beside those of all modules
 */
export function bundleTypes(entry) {
  const modules = new Map();
  const moduleAt = file => {
    if (!modules.has(file)) modules.set(file, readModule(file));
    return modules.get(file);
  };
  const taken = new Map();
  const take = (file, name) => {
    const { declarations, imports } = moduleAt(file);
    const imported = imports.get(name);
    if (imported !== undefined) return take(imported.file, imported.name);
    const declaration = declarations.get(name);
    if (declaration === undefined) return;
    const before = taken.get(name);
    if (before !== undefined && before.file !== file)
      throw new Error(`two declarations are called ${name}: ${file}, ${before.file}`);
    if (before !== undefined) return;
    taken.set(name, { file, text: declaration.text });
    for (const used of declaration.uses) if (used !== name) take(file, used);
  };
  const { exported } = moduleAt(entry);
  for (const { file, name } of exported) {
    take(file, name);
    if (!taken.has(name)) throw new Error(`${name} is exported and declared nowhere`);
  }
  const names = exported.map(({ name, isType }) => (isType ? `type ${name}` : name)).sort();
  const texts = [...taken.values()].map(({ text }) => text);
  return `${texts.join('\n\n')}\n\nexport { ${names.join(', ')} };\n`;
}
