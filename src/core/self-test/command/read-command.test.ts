import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.ts';

const project = '"$CLAUDE_PROJECT_DIR"';

describe('readCommand', () => {
  it.each([
    ["echo 'blocked' && exit 1", 1],
    ['exit 2', 2],
    ['false', 1],
    ['exit 258', 2],
    ['echo no >&2; exit 2', 2],
    ["bash -c 'echo no; exit 1'", 1],
    ['(exit 3)', 3],
    ['{ echo no; exit 2; }', 2],
    ['guard.sh || true', 0],
    ['guard.sh; exit 0', 0],
    ['f() { return 2; }; f', 2],
    ['if true; then exit 2; else exit 0; fi', 2],
    ['set -e; false; exit 0', 1],
    ['guard.sh', undefined],
    ['grep -q x && exit 2; exit 0', undefined],
    ['grep -q x || exit 1', undefined],
    ['jq -e .x && exit 1', undefined],
    ['exit $code', undefined],
    ['trap "exit 2" EXIT; exit 1', undefined],
    ['exec guard.sh', undefined],
    ['while true; do exit 2; done', 2],
    ['X=$(guard.sh)', undefined],
    ['case x in *) exit 1;; esac', 1],
    ["guard.sh 'unclosed", undefined],
  ])('%s ends with %s', (command, exitCode) => {
    expect(readCommand({ command }).constantExit).toBe(exitCode);
  });

  it.each([
    ['cat', true],
    ['guard.sh', true],
    ['INPUT=$(cat); echo "$INPUT" | jq .', true],
    ['jq -r .tool_name', true],
    ['read -r line; echo "$line"', true],
    ['if grep -q x; then exit 2; fi', true],
    ["bash -c 'cat >/dev/null'", true],
    ['echo "$INPUT" | jq .', false],
    ['echo no >&2; exit 2', false],
    ['guard.sh < /dev/null', false],
    ['jq . <<< "$X"', false],
    ["bash -c 'echo no; exit 2'", false],
  ])('%s: reads the event: %s', (command, reads) => {
    expect(readCommand({ command }).couldReadEvent).toBe(reads);
  });

  it.each([
    ['guard.sh', ['program guard.sh']],
    [`${project}/a.sh --x`, ['program $CLAUDE_PROJECT_DIR/a.sh']],
    ['python3 -u a.py b', ['program python3', 'script a.py']],
    ['python3 -c "print(1)"', ['program python3']],
    ['node --require x.cjs a.js', ['program node', 'script a.js']],
    ['FOO=1 timeout 5 bash a.sh', ['program bash', 'script a.sh']],
    ['env FOO=1 ./a.sh', ['program ./a.sh']],
    ["sh -c './a.sh'", ['program sh', 'program ./a.sh']],
    ['command -v rtk >/dev/null && rtk hook', ['program rtk maybe']],
    ['[ -x a.sh ] && ./a.sh', ['program ./a.sh maybe']],
    [`cd ${project} && ./a.sh`, ['program ./a.sh in $CLAUDE_PROJECT_DIR']],
    ['jq . | a.sh', ['program jq', 'program a.sh']],
    ['a.sh || b.sh', ['program a.sh', 'program b.sh maybe']],
    ['. ./env.sh; a', ['script ./env.sh', 'program a']],
    ['f() { x; }; f', ['program x maybe']],
    ['exit 0; a.sh', ['program a.sh maybe']],
    ['uv run hooks/a.py', ['program uv', 'script hooks/a.py']],
  ])('%s starts %j', (command, started) => {
    const found = readCommand({ command }).started.map(
      ({ role, word, certain, folder }) =>
        `${role} ${word.value}${certain ? '' : ' maybe'}${folder === undefined ? '' : ` in ${folder.value}`}`,
    );
    expect(found).toEqual(started);
  });

  it.each([
    ['$CLAUDE_PROJECT_DIR/a.sh', ['$CLAUDE_PROJECT_DIR']],
    ['${CLAUDE_PROJECT_DIR:-.}/a.sh', ['${CLAUDE_PROJECT_DIR:-.}']],
    ["bash -c '$X/a.sh'", ['$X']],
    ['bash -c "$X/a.sh"', ['$X']],
    ['bash -c "\\"$X\\"/a.sh"', []],
    [`bash -c '"$X"/a.sh'`, []],
    ['"$X"/a.sh', []],
    ['Y=$X', []],
    ['Y=$(cat); [[ $Y == x ]]', []],
    ['$(git rev-parse --show-toplevel)/a.sh', ['$(git rev-parse --show-toplevel)']],
    ['if [ -f $X ]; then :; fi', ['$X']],
  ])('%s leaves unquoted: %j', (command, split) => {
    expect(readCommand({ command }).shell?.split.map(({ piece }) => piece.text)).toEqual(split);
  });

  it('tells where an expansion stands, through nested quotes', () => {
    const command = "timeout 5 bash -c '$X/a.sh'";
    expect(readCommand({ command }).shell?.split.map(({ offset }) => offset)).toEqual([command.indexOf('$X')]);
  });

  it.each([
    ['bash a.sh <<< "$X"', ['`<<<`']],
    ['diff <(a) <(b)', ['`<(…)`']],
    ['[[ -f x ]]', ['`[[ … ]]`']],
    ['set -euo pipefail; a', ['`set -o pipefail`']],
    ["bash -c '[[ -f x ]]'", []],
    ['[ "$a" = b ] && echo "${a#x}" $((1 + 1))', []],
  ])('%s is bash only: %j', (command, found) => {
    expect(readCommand({ command }).shell?.bashOnly.map(({ what }) => what)).toEqual(found);
  });

  it('takes an exec form as it stands', () => {
    const { form, started, couldReadEvent } = readCommand({
      command: 'python3',
      args: ['${CLAUDE_PROJECT_DIR}/a b.py'],
    });
    expect(form).toBe('exec');
    expect(started.map(({ word }) => word.value)).toEqual(['python3', '${CLAUDE_PROJECT_DIR}/a b.py']);
    expect(couldReadEvent).toBe(true);
  });
});
