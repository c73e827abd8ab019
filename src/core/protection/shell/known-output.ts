import { isOpen, type Pattern } from '../../analysis/pattern.ts';

/** The text that `echo` or `printf` prints; undefined where that cannot be told. */
export function knownOutput(name: string, args: readonly Pattern[]): string | undefined {
  if (args.some(isOpen)) return undefined;
  if (name === 'echo') return echoed(args);
  if (name === 'printf') return printed(args);
  return name === 'true' || name === ':' ? '' : undefined;
}

function echoed(args: readonly string[]): string | undefined {
  const flags = args.findIndex(word => !/^-[neE]+$/.test(word));
  const options = (flags === -1 ? args : args.slice(0, flags)).join('');
  const text = (flags === -1 ? [] : args.slice(flags)).join(' ');
  // Some shells read escapes without -e, so with a backslash in it nobody knows.
  if (text.includes('\\')) return undefined;
  return options.includes('n') ? text : `${text}\n`;
}

function printed([format = '', ...values]: readonly string[]): string | undefined {
  if (values.some(value => value.includes('\\')) && format.includes('%b')) return undefined;
  if (/\\(?!n)/.test(format)) return undefined;
  const plain = format.replaceAll('\\n', '\n');
  if (values.length === 0) return plain.includes('%') ? undefined : plain;
  if (!/^[^%]*%[sb][^%]*$/.test(plain)) return undefined;
  return values.map(value => plain.replace(/%[sb]/, () => value)).join('');
}
