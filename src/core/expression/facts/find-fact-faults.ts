import { sqlDialects } from '../../analysis/sql/reading.ts';
import { nearestName } from '../../problem/nearest-name.ts';
import { place } from '../cel-fault.ts';
import type { ExpressionFault } from '../site.ts';
import { type ASTNode, calledFunction, literalOf, walk } from '../syntax.ts';
import { type FactArgument, type FactKind, factMembers, textSources } from './fact-members.ts';
import { factKindOf } from './fact-receiver.ts';

type Fault = Pick<ExpressionFault, 'message' | 'help' | 'suggestion'>;

const empty: Fault = { message: 'the text is empty, so it fits nothing', help: 'write what is meant, or take it out' };

/** A command is named by its program and its verbs; what else stands in a command line is said in another way. */
function findCommandFault(text: string): Fault | undefined {
  const [program = '', ...words] = text.split(/\s+/);
  const flags = words.filter(word => /^[-+]./.test(word));
  if (flags.length > 0) {
    const verbs = [program, ...words.filter(word => !flags.includes(word))].join(' ');
    return {
      message: `\`${flags.join(' ')}\` stands among the names of \`${text}\`, where no flag is looked for`,
      help: `put flags into the list behind: runs('${verbs}', [${flags.map(flag => `'${flag}'`).join(', ')}])`,
    };
  }
  const sign = /[|;&<>()$`"'\\\n]/.exec(text)?.[0];
  return sign === undefined
    ? undefined
    : {
        message: `\`${text}\` is no name of a command: \`${sign}\` belongs to the shell's language`,
        help: 'name one program with its verbs, such as `git push`; a list takes several',
      };
}

function findSourceFault(text: string): Fault | undefined {
  if (textSources.some(source => source === text)) return undefined;
  const nearest = nearestName(text, textSources);
  return {
    message: `text never comes from \`${text}\``,
    help: `there are ${textSources.map(source => `\`${source}\``).join(', ')}`,
    ...(nearest === undefined ? {} : { suggestion: nearest }),
  };
}

/** A place that no path can fit, or that would be read otherwise than it is meant. */
function findPlaceFault(text: string): Fault | undefined {
  const what = `no path fits \`${text}\``;
  if (/[\0\n\r]/.test(text)) return { message: 'a control character stands in the place' };
  const variable = /^!?(?:\$(?!\{?(?:HOME|TMPDIR)\}?(?:\/|$))|%\w+%)/.test(text);
  if (variable) {
    return {
      message: `${what}: but for \`$HOME\` and \`$TMPDIR\` no variable is filled in`,
      help: 'write ~ for the home folder, . for the project and $TMPDIR for the folders of temporary files',
    };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    return { message: `${what}: it is an address`, help: 'hosts are asked for with url(…).within(…) or `files.hosts`' };
  }
  const glued = /[^/\\{,!]\*\*|\*\*[^/\\},]/.exec(text);
  if (glued !== null) {
    return {
      message: `\`**\` stands for whole folders, and in \`${text}\` it stands inside of a name`,
      help: "write `*` inside of a name, and `**/` in front of it: '**/*.pem'",
    };
  }
  return undefined;
}

function findFolderFault(text: string): Fault | undefined {
  return /[*?]/.test(text) && !/\/\*\*$/.test(text)
    ? { message: `\`${text}\` is a pattern, and \`within\` takes folders`, help: 'ask with matches(…) for a pattern' }
    : findPlaceFault(text);
}

function findHostFault(text: string): Fault | undefined {
  const wild = text.startsWith('*.') ? text.slice(2) : text;
  if (/^\*$|^\[[0-9a-f:.]+\]$|^[0-9a-f:.]*:[0-9a-f:.]+$|^[\p{L}\p{N}]([\p{L}\p{N}._-]*[\p{L}\p{N}])?$/iu.test(wild))
    return undefined;
  return {
    message: `\`${text}\` is no host`,
    help: "write the host alone, such as 'api.example.com', or '*.example.com' for those under it",
  };
}

function findVariableFault(text: string): Fault | undefined {
  if (/^[\w*]+(?:=.*)?$/s.test(text)) return undefined;
  return { message: `\`${text}\` is no name of a variable`, help: "write the name, such as 'HUSKY=0' or '*_TOKEN'" };
}

function findSettingFault(text: string): Fault | undefined {
  if (/^!?[\w*-]+\.[^=\s]+(?:=.*)?$/s.test(text)) return undefined;
  return {
    message: `\`${text}\` is no setting of git`,
    help: "write its key, such as 'core.hooksPath' or 'alias.*=!*'",
  };
}

const finders: Readonly<Record<FactArgument, (text: string) => Fault | undefined>> = {
  command: findCommandFault,
  source: findSourceFault,
  place: findPlaceFault,
  folder: findFolderFault,
  host: findHostFault,
  variable: findVariableFault,
  setting: findSettingFault,
};

function itemsOf(node: ASTNode): readonly ASTNode[] {
  return node.op === 'list' ? (node.args as readonly ASTNode[]) : [node];
}

/** The constant texts of an argument, each with its node; those that are no texts are left to the types. */
function textsIn(node: ASTNode): { text: string; node: ASTNode }[] {
  return itemsOf(node).flatMap(item => {
    const text = literalOf(item);
    return typeof text === 'string' ? [{ text, node: item }] : [];
  });
}

function atNode(fault: Fault, node: ASTNode): ExpressionFault {
  return { code: 'law/fact-argument', ...fault, ...place(node) };
}

function checkArgument(argument: ASTNode, find: (text: string) => Fault | undefined): ExpressionFault[] {
  if (itemsOf(argument).length === 0) return [atNode({ message: 'the list is empty, so nothing fits it' }, argument)];
  const foreign = itemsOf(argument).find(item => typeof (literalOf(item) ?? '') !== 'string');
  if (foreign !== undefined) return [atNode({ message: 'a text is asked for, or a list of texts' }, foreign)];
  return textsIn(argument).flatMap(({ text, node }) => {
    const fault = text.trim() === '' ? empty : find(text);
    return fault === undefined ? [] : [atNode(fault, node)];
  });
}

function checkMethod(kind: FactKind, name: string, [first, flags]: readonly ASTNode[]): ExpressionFault[] {
  const methods: Readonly<Record<string, FactArgument>> = factMembers[kind].methods;
  const argument = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (argument === undefined || first === undefined) return [];
  // An empty list of flags is none: they do not matter then.
  const more = flags === undefined || itemsOf(flags).length === 0 ? [] : checkArgument(flags, () => undefined);
  return [...checkArgument(first, finders[argument]), ...more];
}

function checkDialect(node: ASTNode): ExpressionFault[] {
  return textsIn(node).flatMap(({ text }) => {
    if (sqlDialects.some(dialect => dialect === text)) return [];
    const nearest = nearestName(text, sqlDialects);
    const help = `there are ${sqlDialects.map(dialect => `\`${dialect}\``).join(', ')}`;
    const fault = { message: `there is no SQL dialect \`${text}\``, help };
    return [atNode(nearest === undefined ? fault : { ...fault, suggestion: nearest }, node)];
  });
}

/** Constant arguments that could never fit anything, or that mean something else than they look like. */
export function findFactFaults(ast: ASTNode): ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  walk(ast, node => {
    const call = calledFunction(node);
    if (call === undefined) return;
    const [, dialect] = call.arguments;
    if (call.receiver === undefined) {
      if (call.name === 'sql' && dialect !== undefined) faults.push(...checkDialect(dialect));
      return;
    }
    const kind = factKindOf(call.receiver);
    if (kind !== undefined) faults.push(...checkMethod(kind, call.name, call.arguments));
  });
  return faults;
}
