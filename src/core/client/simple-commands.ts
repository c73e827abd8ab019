import { type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';

/** One command of a script, as the client compares it with a permission rule: its words, unquoted, with a space between. */
export interface SimpleCommand {
  readonly text: string;
  /** A word of it stands for something that only the shell can tell. */
  readonly open: boolean;
  /** Its first word does, so that nobody knows what it starts. */
  readonly openName: boolean;
}

/**
 * The simple commands of a script, those in substitutions included; undefined when the client does not take it apart: it
 * does not parse, or holds a here-document.
 */
export function simpleCommands(script: string): SimpleCommand[] | undefined {
  const parsed = parse(script);
  if ((parsed.errors ?? []).length > 0) return undefined;
  const commands: SimpleCommand[] = [];
  let hereDocument = false;
  const visit = (node: SyntaxNode): void => {
    if ('redirects' in node && node.redirects.some(({ operator }) => operator.startsWith('<<'))) hereDocument = true;
    if (node.type === 'Command') commands.push(readCommand(node));
    if ((node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') && node.script !== undefined) {
      for (const inner of node.script.commands) visit(inner);
    }
    forEachChild(node, visit);
  };
  for (const statement of parsed.commands) visit(statement);
  return hereDocument ? undefined : commands;
}

function readCommand({ name, args }: Command): SimpleCommand {
  const words = [...(name === undefined ? [] : [name]), ...args.flatMap(arg => (arg.type === 'Word' ? [arg] : []))];
  return {
    text: words.map(({ value }) => value).join(' '),
    open: words.some(isOpen),
    openName: name !== undefined && isOpen(name),
  };
}

const closed: readonly string[] = ['Literal', 'SingleQuoted', 'AnsiCQuoted', 'DoubleQuoted', 'LocaleString'];

function isOpen({ parts }: Word): boolean {
  return (parts ?? []).some(
    part =>
      !closed.includes(part.type) ||
      ('parts' in part && (part.parts ?? []).some(child => !closed.includes(child.type))),
  );
}
