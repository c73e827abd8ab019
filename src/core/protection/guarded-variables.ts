/** Variables that make a program run foreign code or that lead it elsewhere, the hook's among them. */
const guarded = new Set([
  'PATH',
  'HOME',
  'USERPROFILE',
  'BASH_ENV',
  'ENV',
  'SHELL',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_CODE_SIMPLE',
  'CLAUDE_CODE_SHELL',
  'CLAUDE_CODE_SHELL_PREFIX',
]);

const codeLoading =
  /^(?:NODE_OPTIONS|NODE_PATH|NODE_ICU_DATA|NODE_REPL_EXTERNAL_MODULE|NODE_V8_COVERAGE|NODE_COMPILE_CACHE|NODE_CHANNEL_\w+|NODE_UNIQUE_ID|BUN_\w+|LD_\w+|DYLD_\w+)$/;
const leading = /^(?:HOOKLAW_\w+|XDG_\w+)$/;

/** Whether a variable in a settings file's `env` could change what the hook does. */
export function isGuardedVariable(name: string, factVariables: readonly string[]): boolean {
  const upper = name.toUpperCase();
  return guarded.has(upper) || codeLoading.test(upper) || leading.test(upper) || factVariables.includes(name);
}

/** Whether taking a variable away can only help: it loads code into the hook and does nothing else. */
export function isBetterUnset(name: string): boolean {
  return codeLoading.test(name.toUpperCase()) || /^(?:BASH_ENV|ENV|CLAUDE_CODE_SIMPLE)$/i.test(name);
}
