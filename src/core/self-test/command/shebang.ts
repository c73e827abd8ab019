/** The first line `#!` of a script. */
export interface Shebang {
  /** The program that the system starts; for `/usr/bin/env NAME` the name. */
  readonly program: string;
  /** The plain name of the interpreter, such as `python3` or `sh`. */
  readonly name: string;
  /** The line ends in a carriage return, which counts as a part of the program's name. */
  readonly crlf: boolean;
}

/** Reads the first line of a script; undefined when it is no `#!` line. */
export function readShebang(text: string): Shebang | undefined {
  const [, line = ''] = /^#!([^\n]*)/.exec(text) ?? [];
  const [first = '', ...rest] = line.trim().split(/\s+/);
  if (first === '') return undefined;
  const viaEnv = /(?:^|\/)env$/.test(first);
  const program = viaEnv ? (rest.find(word => !word.startsWith('-') && !word.includes('=')) ?? first) : first;
  return { program, name: program.slice(program.lastIndexOf('/') + 1), crlf: line.endsWith('\r') };
}
