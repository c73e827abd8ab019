import type { Builtin } from './builtins.ts';
import { record } from './builtins.ts';
import { read, readArray } from './builtins-read.ts';
import { runLater } from './hook-variables.ts';
import { printfText } from './output-printf.ts';
import { scalar, unsetText, type Value } from './state.ts';
import { open, origin, plain } from './text.ts';

/** `export`, `declare` and the like. */
const declare: Builtin = call => {
  const { words, args, declared, state, context } = call;
  const { out } = record(call);
  const name = words[0]?.pattern ?? '';
  const flags = args
    .map(({ pattern }) => pattern)
    .filter(pattern => /^[-+][A-Za-z]+$/.test(pattern))
    .join('');
  const names = args.flatMap(({ pattern }) => /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(pattern)?.[1] ?? []);
  const isLocal = name === 'local' || ((name === 'declare' || name === 'typeset') && !flags.includes('g'));
  if (isLocal && context.locals !== undefined && !/[fFp]/.test(flags))
    for (const variable of names)
      if (!context.locals.has(variable)) context.locals.set(variable, state.variables.get(variable));
  const isNew = isLocal && context.locals !== undefined;
  for (const { name: variable, value, fresh } of declared) state.variables.set(variable, isNew ? fresh : value);
  const given = new Set(declared.map(one => one.name));
  for (const { pattern, origin: from, commands } of args) {
    // `export "$NAME=value"`: an assignment only once it is expanded.
    const [, variable, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(pattern) ?? [];
    if (variable !== undefined && value !== undefined && !given.has(variable))
      state.variables.set(variable, scalar({ pattern: value, origin: from, commands }));
  }
  if (name === 'export' || flags.includes('x')) for (const variable of names) state.exported.set(variable, true);
  for (const variable of names)
    if (call.state.variables.get(variable) !== undefined)
      runLater(call.reader, variable, state.variables.get(variable), state, context);
  if (flags.includes('n') && name !== 'export')
    for (const variable of names) state.variables.set(variable, scalar(open(origin.variable)));
  return out;
};

const unset: Builtin = call => {
  const { args, state } = call;
  const { out } = record(call);
  const flags = args
    .filter(({ pattern }) => pattern.startsWith('-'))
    .map(({ pattern }) => pattern)
    .join('');
  for (const { pattern } of args) {
    if (pattern.startsWith('-')) continue;
    if (flags.includes('f')) state.functions.delete(pattern);
    else if (/^[A-Za-z_]\w*$/.test(pattern)) {
      if (!flags.includes('v') && state.variables.get(pattern) === undefined) state.functions.delete(pattern);
      if (pattern === 'IFS') state.variables.delete(pattern);
      // Unset is not the same as never set: of that nothing would be known.
      else state.variables.set(pattern, scalar(unsetText));
    } else {
      const name = /^(\w+)\[/.exec(pattern)?.[1];
      const value = name === undefined ? undefined : state.variables.get(name);
      if (name !== undefined && value !== undefined)
        state.variables.set(name, unsetElement(value, pattern.slice(name.length + 1, -1)));
    }
  }
  return out;
};

function unsetElement(value: Value, key: string): Value {
  return value.map(one =>
    one.kind === 'list' ? { kind: 'list', entries: one.entries.filter(entry => entry.key !== key) } : one,
  );
}

/** `printf -v NAME`. */
const print: Builtin = call => {
  const { args, state } = call;
  const { out } = record(call);
  const [option, name, ...rest] = args;
  if (option?.pattern !== '-v' || name === undefined) return out;
  state.variables.set(name.pattern, scalar(printfText(rest)));
  return { ...out, texts: [plain('')] };
};

const getOptions: Builtin = call => {
  const { out } = record(call);
  const name = call.args[1]?.pattern;
  if (name !== undefined) call.state.variables.set(name, scalar(open(origin.variable)));
  call.state.variables.set('OPTARG', scalar(open(origin.variable)));
  return { ...out, status: 'either' };
};

/** The builtins that set variables. */
export const assignBuiltins: Readonly<Record<string, Builtin>> = {
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset,
  read,
  mapfile: readArray,
  readarray: readArray,
  printf: print,
  getopts: getOptions,
};
