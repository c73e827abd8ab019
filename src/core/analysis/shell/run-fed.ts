import type { Context, Reader } from './context.ts';
import type { FedText } from './reading.ts';
import { origin } from './text.ts';

/** What text that is run comes from, by what weighs most; undefined where that is no matter. */
export function fedSource(from: number): FedText['source'] | undefined {
  if ((from & origin.download) !== 0) return 'download';
  if ((from & origin.decoded) !== 0) return 'decoded';
  if ((from & origin.file) !== 0) return 'file';
  if ((from & origin.variable) !== 0) return 'variable';
  return (from & origin.other) !== 0 ? 'other' : undefined;
}

const described: Readonly<Record<FedText['source'], string>> = {
  download: 'text from the network',
  decoded: 'text that is decoded first',
  file: 'text of a file outside the project',
  variable: 'text of a variable that is not known',
  other: 'text that another program prints',
};

/** Notes that text is run which does not stand in the command. In a script of the project only what is certain counts. */
export function reportFed(reader: Reader, by: string, from: number, context: Context): void {
  const source = fedSource(from);
  if (source === undefined) return;
  const certain = source === 'download' || source === 'decoded';
  if (context.lenient && !certain) return;
  reader.recorder.fed(by, source);
  if (!context.lenient) reader.recorder.unknown('text', `\`${by}\` runs ${described[source]}`);
}
