/**
 * Makes Bun's runtime deaf to the environment variables that steer it.
 *
 * The environment of a hook can be set by a project's settings, and Bun runs foreign code, turns into its own command
 * line, stops or crashes at the word of variables such as BUN_OPTIONS and BUN_BE_BUN. Their names are overwritten with
 * NUL bytes, which no variable can have. Only names that stand as whole C strings are touched, so that the
 * JavaScript inside the runtime stays as it is; the two names that exist as machine code only are changed there.
 */

const familyNames = /\0((?:BUN_[A-Z0-9_]+|Malloc[A-Za-z]*))(?=\0)/g;

const singleNames = [
  'JSC_SIGNAL_FOR_GC',
  'JavaScriptCoreUseJIT',
  'WTF_numberOfProcessorCores',
  'WebKitMallocForceEnabled',
  'WebKitSystemHeapOverrideEnablement',
  'SIMDUTF_FORCE_IMPLEMENTATION',
  'NODE_CHANNEL_FD',
];

/** Of the C++ library that only some builds hold. */
const libraryName = 'GLIBCXX_TUNABLES';

/** Names that Bun keeps without a NUL around them; they occur nowhere in its JavaScript. */
const unboundedNames = ['BUN_CONFIG_MAX_HTTP_REQUESTS'];

/** Of the families, those that are known to do harm: a runtime without them is not the one that this was written for. */
const harmfulNames = [
  'BUN_BE_BUN',
  'BUN_OPTIONS',
  'BUN_INSPECT',
  'BUN_INSPECT_CONNECT_TO',
  'BUN_INSPECT_PRELOAD',
  'BUN_BYTECODE_DIGEST_OUT',
  'BUN_BYTECODE_ORDER_OUT',
];

function latin1Matches(text, pattern) {
  return [...text.matchAll(pattern)];
}

function silenceFamilies(runtime, text) {
  const found = latin1Matches(text, familyNames).map(match => ({ name: match[1], at: match.index + 1 }));
  const missing = harmfulNames.filter(name => !found.some(entry => entry.name === name));
  if (missing.length > 0) throw new Error(`the runtime does not hold ${missing.join(', ')}`);
  for (const { name, at } of found) runtime.fill(0, at, at + name.length);
}

/** Gives how often the name was there. */
function silenceWherever(runtime, name, around) {
  const wanted = `${around}${name}${around}`;
  let count = 0;
  for (let at = runtime.indexOf(wanted, 0, 'latin1'); at >= 0; at = runtime.indexOf(wanted, at + 1, 'latin1')) {
    runtime.fill(0, at + around.length, at + around.length + name.length);
    count += 1;
  }
  return count;
}

function silenceName(runtime, name, around) {
  if (silenceWherever(runtime, name, around) === 0) throw new Error(`the runtime does not hold ${name}`);
}

/** `cmp byte [reg+i], 'c'; jne …` for each character of the prefix of JavaScriptCore's options. */
function comparesPrefix(prefix) {
  const compares = [...prefix].map((character, index) => {
    const operand = index === 0 ? '\\x80[\\x38-\\x3f]' : `\\x80[\\x78-\\x7f]\\x0${index}`;
    return `\\x41?${operand}${character}`;
  });
  return new RegExp(compares.join('(?:\\x75[^]|\\x0f\\x85[^]{4})'), 'g');
}

function silenceOptionPrefix(runtime, text) {
  const prefix = 'BUN_JSC_';
  const matches = latin1Matches(text, comparesPrefix(prefix));
  if (matches.length === 0) throw new Error(`the runtime does not compare with ${prefix}`);
  for (const { index } of matches) {
    let at = index;
    for (const character of prefix) {
      at = text.indexOf(character, at);
      runtime[at] = 0;
      at += 1;
    }
  }
}

/** `movabs reg, "mimalloc"`: the start of the name of each option of the allocator. */
function silenceAllocator(runtime, text) {
  const matches = latin1Matches(text, /[\x48\x49][\xb8-\xbf]mimalloc/g);
  if (matches.length === 0) throw new Error('the runtime does not hold the allocator that was expected');
  for (const { index } of matches) runtime.fill(0, index + 2, index + 10);
}

/** Gives a hardened copy of the runtime; throws when a name is not where it was expected. */
export function hardenRuntime(original) {
  const runtime = Buffer.from(original);
  const text = original.toString('latin1');
  silenceFamilies(runtime, text);
  for (const name of singleNames) silenceName(runtime, name, '\0');
  for (const name of unboundedNames) silenceName(runtime, name, '');
  silenceWherever(runtime, libraryName, '\0');
  silenceOptionPrefix(runtime, text);
  silenceAllocator(runtime, text);
  return runtime;
}
