/**
 * Options that are whole although longer ones begin with them: `--force` is none of the ways to cut `--force-with-lease` short.
 */
const wholeOptions = new Set(
  (
    'all amend cached check clean commit config create data delete depth dir discard diff dry edit exec file filter force from global hard help host ' +
    'install keep local log merge message mixed mode name no no-verify npm output ours password path port project prune pull push quiet recurse recursive ' +
    'registry remote remove repo reset root set set-upstream show sign soft source stage stash stat tag tags target theirs time track tree update upload ' +
    'url user verify version volume volumes wait work yes'
  )
    .split(' ')
    .map(name => `--${name}`),
);

const inOrder = [...wholeOptions].sort();

export function isWholeOption(name: string): boolean {
  return wholeOptions.has(name);
}

/** Whether a word is a whole option or the beginning of one, so that it does not say for certain which option is meant. */
export function couldBeWhole(name: string): boolean {
  return inOrder.some(whole => whole.startsWith(name));
}
