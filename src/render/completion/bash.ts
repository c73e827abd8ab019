import { type CommandSpec, commandsBelow, nameOf, namesCommand, quote, type Values } from './command-tree.ts';

function offer(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `_hooklaw_words ${quote(values.words.join(' '))}`;
    case 'files':
      return '_hooklaw_files -f';
    case 'folders':
      return '_hooklaw_files -d';
    case 'names':
      return '_hooklaw_names';
    case 'unknown':
      return ':';
  }
}

function casesOfWalk(commands: readonly CommandSpec[]): string[] {
  return commands
    .filter(({ path }) => path.length > 0)
    .map(
      ({ path }) =>
        `      ${quote([path.slice(0, -1).join(' '), path.at(-1)].join('/'))}) path=${quote(path.join(' '))} ;;`,
    );
}

function casesOfValues(commands: readonly CommandSpec[]): string[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value === undefined
        ? []
        : flags.map(flag => `    ${quote(`${path.join(' ')}/${flag}`)}) ${offer(value)}; return ;;`),
    ),
  );
}

function casesOfOptions(commands: readonly CommandSpec[]): string[] {
  return commands.map(({ path, options }) => {
    const flags = options.flatMap(option => option.flags);
    return `      ${quote(path.join(' '))}) _hooklaw_words ${quote(flags.join(' '))} ;;`;
  });
}

/** What a command takes next: its own commands, or its argument of this number. */
function casesOfArguments(commands: readonly CommandSpec[]): string[] {
  return commands.flatMap(command => {
    const path = command.path.join(' ');
    const below = commandsBelow(command, commands).map(nameOf);
    if (below.length > 0) return [`    ${quote(`${path}/1`)}) _hooklaw_words ${quote(below.join(' '))} ;;`];
    return command.arguments.map((values, at) => {
      const repeats = command.variadic && at === command.arguments.length - 1;
      const pattern = repeats ? `${quote(`${path}/`)}*` : quote(`${path}/${at + 1}`);
      return `    ${pattern}) ${offer(values)} ;;`;
    });
  });
}

/** Options whose value is the next word, which is then no argument. */
function casesOfSkips(commands: readonly CommandSpec[]): string {
  const flags = new Set(
    commands.flatMap(({ options }) => options.flatMap(option => (option.value === undefined ? [] : option.flags))),
  );
  return [...flags].join('|');
}

/** The completion script for bash 3.2 and later, with or without the package bash-completion. */
export function renderBashCompletion(commands: readonly CommandSpec[]): string {
  return `# Completion of hooklaw for bash. Load it with: eval "$(hooklaw completion bash)"

_hooklaw_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}

_hooklaw_files() {
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$1" -- "$cur")
}

# Asks the installed program, never one that only has the name in this folder.
_hooklaw_names() {
  _hooklaw_words "$(command ${namesCommand} 2>/dev/null)"
}

_hooklaw() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} path='' count=1 at word
  COMPREPLY=()
  # bash makes words of their own of the equals signs in --option=value.
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      ${casesOfSkips(commands)})
        [[ \${COMP_WORDS[at + 1]} == '=' ]] && ((at++))
        ((at++))
        continue
        ;;
      -* | '=') continue ;;
    esac
    case "$path/$word" in
${casesOfWalk(commands).join('\n')}
      *) ((count++)) ;;
    esac
  done
  case "$path/$prev" in
${casesOfValues(commands).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $path in
${casesOfOptions(commands).join('\n')}
    esac
    return
  fi
  case "$path/$count" in
${casesOfArguments(commands).join('\n')}
  esac
}

complete -F _hooklaw hooklaw
`;
}
