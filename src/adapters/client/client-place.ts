import { managedSettingsFolders } from '../guard-places.ts';

/** The machine, the user and the folder for which the client's files are looked up. */
export interface ClientPlace {
  /** The folder in which the client is started; it takes no other for the project's (observed). */
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The user's home folder. */
  readonly home: string;
  /** Files named by `--settings`, absolute. */
  readonly flagSettings?: readonly string[];
  /** In place of the platform's folders of the administrator's settings. */
  readonly managedFolders?: readonly string[];
}

/** The folders of the administrator's settings. */
export function managedFoldersOf({ managedFolders, platform }: ClientPlace): readonly string[] {
  return managedFolders ?? managedSettingsFolders(platform);
}
