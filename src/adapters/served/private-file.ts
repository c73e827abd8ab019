import fs from 'node:fs';
import { readRegularFile, UnreadableFile } from '../read-regular-file.ts';

/** A file of the server's configuration that cannot be used. The message is for a person. */
export class ServeFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServeFileError';
  }
}

/**
 * The text of a configuration file.
 * @param what such as `the token file`
 * @param secret whether accounts other than the owner and the group may have no access at all
 * @throws {ServeFileError} when it cannot be read, or others could have written or, where it is secret, read it
 */
export function readServeFile(file: string, what: string, secret: boolean): string {
  let text: string;
  let mode: number;
  try {
    text = readRegularFile(file).toString('utf8');
    ({ mode } = fs.statSync(file));
  } catch (error) {
    const why =
      error instanceof UnreadableFile ? error.message : ((error as NodeJS.ErrnoException).code ?? String(error));
    throw new ServeFileError(`${what} \`${file}\` cannot be read (${why})`);
  }
  if (process.platform !== 'win32' && (mode & (secret ? 0o027 : 0o022)) !== 0) {
    throw new ServeFileError(
      `${what} \`${file}\` is open to other accounts (mode ${(mode & 0o777).toString(8)}); \`chmod ${secret ? '640' : '644'}\` closes it`,
    );
  }
  return text;
}
