import * as z from 'zod';

const installRecord = z.object({
  /** The settings file, as an absolute path. */
  settings: z.string(),
  /** Hash of the bytes that init wrote last. */
  sha256: z.string(),
  /** Whether there was a file before the first init. */
  existed: z.boolean(),
  backup: z.object({ file: z.string(), sha256: z.string() }).optional(),
  /** Whether nobody but init has changed the file since the backup, so that the backup is what uninstall has to restore. */
  intact: z.boolean(),
  /** The topmost folder that init made for the file. */
  createdFolder: z.string().optional(),
});

const installFile = z.object({ version: z.literal(1), installs: z.array(installRecord) });

/** What init remembers about one settings file that it has changed. */
export type InstallRecord = Readonly<z.infer<typeof installRecord>>;

/** Reads `install.json`; undefined when it is no such file. */
export function parseInstallRecords(text: string): readonly InstallRecord[] | undefined {
  try {
    return installFile.parse(JSON.parse(text)).installs;
  } catch {
    return undefined;
  }
}

export function printInstallRecords(installs: readonly InstallRecord[]): string {
  return `${JSON.stringify({ version: 1, installs }, null, 2)}\n`;
}
