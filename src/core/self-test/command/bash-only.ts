import { forEachChild, type SyntaxNode } from 'unbash';

/** Syntax of bash that a plain `sh` does not have: what it is, and what a plain `sh` such as dash makes of it. */
export interface BashOnlySyntax {
  readonly what: string;
  /** `syntax`: the command ends with code 2 before anything runs. `other`: it means something else, or fails at run time. */
  readonly effect: 'syntax' | 'other';
}

const words: Readonly<Record<string, string>> = {
  declare: '`declare`',
  typeset: '`typeset`',
  shopt: '`shopt`',
  mapfile: '`mapfile`',
  readarray: '`readarray`',
  pushd: '`pushd`',
  popd: '`popd`',
  source: '`source`',
};

/** Finds syntax of bash in a script that a plain `sh` reads; each kind once. */
export function findBashOnly(script: SyntaxNode): BashOnlySyntax[] {
  const found = new Map<string, BashOnlySyntax>();
  const visit = (node: SyntaxNode): void => {
    const syntax = readNode(node);
    if (syntax !== undefined) found.set(syntax.what, syntax);
    forEachChild(node, visit);
  };
  visit(script);
  return [...found.values()];
}

function readNode(node: SyntaxNode): BashOnlySyntax | undefined {
  const broken = (what: string): BashOnlySyntax => ({ what, effect: 'syntax' });
  const other = (what: string): BashOnlySyntax => ({ what, effect: 'other' });
  switch (node.type) {
    case 'HereString':
      return broken('`<<<`');
    case 'ProcessSubstitution':
      return broken(`\`${node.operator}(…)\``);
    case 'ArrayValue':
      return broken('an array');
    case 'ArithmeticFor':
      return broken('`for ((…))`');
    case 'TestCommand':
      return other('`[[ … ]]`');
    case 'ArithmeticCommand':
      return other('`(( … ))`');
    case 'AnsiCQuoted':
      return other("`$'…'`");
    case 'BraceExpansion':
      return other(`\`${node.text}\``);
    case 'Redirect':
      return node.operator.startsWith('&>') ? other(`\`${node.operator}\``) : undefined;
    case 'Pipeline':
      return node.operators.includes('|&') ? broken('`|&`') : undefined;
    case 'ParameterExpansion':
      return /^(?:Replace|Slice|CaseModification|Transform)$/.test(node.operation?.type ?? '') ||
        node.index !== undefined
        ? other(`\`${node.text}\``)
        : undefined;
    case 'Command': {
      const name = node.name?.value ?? '';
      const args = node.args.map(({ text }) => text);
      if (Object.hasOwn(words, name)) return other(words[name] ?? name);
      if (name === 'set' && args.includes('pipefail')) return broken('`set -o pipefail`');
      return (name === '[' || name === 'test') && args.includes('==') ? other('`==` in `[ … ]`') : undefined;
    }
    default:
      return undefined;
  }
}
