import { type CommandSpec, commandsBelow, nameOf, namesCommand, quote, type Values } from './command-tree.ts';

/** Brackets and colons have a meaning in the specifications that `_arguments` reads. */
function plain(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

function action(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `(${values.words.join(' ')})`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'names':
      return '_hooklaw_names';
    case 'unknown':
      return ' ';
  }
}

function optionSpecs({ options }: CommandSpec): string[] {
  return options.flatMap(({ flags, description, value }) => {
    const others = flags.length > 1 ? `(${flags.join(' ')})` : '';
    return flags.map(flag => {
      const form = value === undefined ? '' : flag.startsWith('--') ? '=' : '+';
      const taken = value === undefined ? '' : `:${flag.replace(/^-+/, '')}:${action(value)}`;
      return quote(`${others}${flag}${form}[${plain(description)}]${taken}`);
    });
  });
}

function argumentSpecs(command: CommandSpec): string[] {
  return command.arguments.map((values, at) => {
    const repeats = command.variadic && at === command.arguments.length - 1;
    return quote(`${repeats ? '*' : `${at + 1}`}:argument:${action(values)}`);
  });
}

function functionName({ path }: CommandSpec): string {
  return ['_hooklaw', ...path].join('_');
}

function withCommands(command: CommandSpec, below: readonly CommandSpec[]): string {
  const list = below.map(sub => `    ${quote(`${plain(nameOf(sub))}:${plain(sub.description)}`)}`);
  return `${functionName(command)}() {
  local curcontext="$curcontext" state line
  local -a commands=(
${list.join('\n')}
  )
  _arguments -C ${[...optionSpecs(command), "'1: :->command'", "'*:: :->rest'"].join(' \\\n    ')}
  case $state in
    command) _describe command commands ;;
    rest) case $line[1] in
${below.map(sub => `      ${nameOf(sub)}) ${functionName(sub)} ;;`).join('\n')}
    esac ;;
  esac
}
`;
}

function renderFunction(command: CommandSpec, all: readonly CommandSpec[]): string {
  const below = commandsBelow(command, all);
  if (below.length > 0) return withCommands(command, below);
  const specs = [...optionSpecs(command), ...argumentSpecs(command)];
  return `${functionName(command)}() {\n  _arguments ${specs.join(' \\\n    ')}\n}\n`;
}

/** The completion script for zsh, as a function for a folder of `fpath` or to be sourced. */
export function renderZshCompletion(commands: readonly CommandSpec[]): string {
  return `#compdef hooklaw
# Completion of hooklaw for zsh. Load it with: eval "$(hooklaw completion zsh)"

# Asks the installed program, never one that only has the name in this folder.
_hooklaw_names() {
  local -a names=(\${(f)"$(command ${namesCommand} 2>/dev/null)"})
  compadd -a names
}

${commands.map(command => renderFunction(command, commands)).join('\n')}
# As a file of fpath this is the function's own body; sourced, it has to be made known.
if [[ $funcstack[1] == _hooklaw ]]; then
  _hooklaw "$@"
else
  compdef _hooklaw hooklaw
fi
`;
}
