import { type CommandSpec, commandsBelow, nameOf, namesCommand, quote, type Values } from './command-tree.ts';

/** fish reads `\` and `'` inside single quotes as themselves only where they are escaped. */
function quoteFish(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** The options of `complete` for a value; a file is what fish offers by itself. */
function valueFlags(values: Values): string {
  switch (values.kind) {
    case 'words':
      return ` -f -a ${quote(values.words.join(' '))}`;
    case 'files':
      return ' -F';
    case 'folders':
      return " -f -a '(__fish_complete_directories)'";
    case 'names':
      return ` -f -a '(command ${namesCommand} 2>/dev/null)'`;
    case 'unknown':
      return ' -f';
  }
}

function line(condition: string, rest: string): string {
  return `complete -c hooklaw -n ${quoteFish(condition)}${rest}`;
}

function optionLines({ path, options }: CommandSpec): string[] {
  const condition = ['__hooklaw_in', ...path].join(' ');
  return options.map(({ flags, description, value }) => {
    const spellings = flags.map(flag => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`));
    const taken = value === undefined ? '' : ` -r${valueFlags(value)}`;
    return line(condition, `${spellings.join('')}${taken} -d ${quoteFish(description)}`);
  });
}

function argumentLines(command: CommandSpec, all: readonly CommandSpec[]): string[] {
  const below = commandsBelow(command, all);
  const at = ['__hooklaw_at', ...command.path].join(' ');
  if (below.length > 0) {
    return below.map(sub => line(at, ` -f -a ${quote(nameOf(sub))} -d ${quoteFish(sub.description)}`));
  }
  const { path, variadic } = command;
  return command.arguments.map((values, index) => {
    const repeats = variadic && index === command.arguments.length - 1;
    const condition = repeats ? ['__hooklaw_in', ...path] : ['__hooklaw_argument', String(index), ...path];
    return line(condition.join(' '), valueFlags(values));
  });
}

/** The completion script for fish 3. */
export function renderFishCompletion(commands: readonly CommandSpec[]): string {
  const valued = new Set(
    commands.flatMap(({ options }) => options.flatMap(option => (option.value === undefined ? [] : option.flags))),
  );
  return `# Completion of hooklaw for fish. Load it with: hooklaw completion fish | source

# The words of the command line that are neither options nor their values.
function __hooklaw_words
    set -l skip no
    for word in (commandline -opc)[2..-1]
        if test $skip = yes
            set skip no
            continue
        end
        switch $word
            case ${[...valued].join(' ')}
                set skip yes
            case '-*'
            case '*'
                echo -- $word
        end
    end
end

# Whether the command of these words is being written, whatever comes after it.
function __hooklaw_in
    set -l words (__hooklaw_words)
    set -l most (count $argv)
    if test $most -eq 0
        test (count $words) -eq 0
        return
    end
    test (count $words) -ge $most; and test "$words[1..$most]" = "$argv"
end

# Whether the next word is the first after these.
function __hooklaw_at
    set -l words (__hooklaw_words)
    test "$words" = "$argv"
end

# Whether the next word is the argument of this number, from 0, of the command of these words.
function __hooklaw_argument
    set -l words (__hooklaw_words)
    set -l path $argv[2..-1]
    test (count $words) -eq (math (count $path) + $argv[1]); and __hooklaw_in $path
end

complete -c hooklaw -f
${commands.flatMap(command => [...optionLines(command), ...argumentLines(command, commands)]).join('\n')}
`;
}
