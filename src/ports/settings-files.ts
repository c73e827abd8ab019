/** A write that is ready on disk beside its target and takes effect at once. */
export interface StagedWrite {
  readonly commit: () => void;
  readonly discard: () => void;
}

/** The files that init and uninstall touch. A failure is an error whose message names the file. */
export interface SettingsFiles {
  /** The bytes of a file, through a symbolic link; undefined when there is none. */
  readonly read: (file: string) => Uint8Array | undefined;
  /** The file that a write to this path changes: the target of a symbolic link, else the path itself. */
  readonly targetOf: (file: string) => string;
  /** Prepares an atomic write that keeps the mode and the owner of the file in its place, or those of `like`. */
  readonly stage: (file: string, bytes: Uint8Array, like?: string) => StagedWrite;
  /** Writes a file that must not exist yet; false when it does. */
  readonly createNew: (file: string, bytes: Uint8Array) => boolean;
  readonly remove: (file: string) => void;
  /** Makes a folder and its parents; gives the topmost one that was new. */
  readonly createFolder: (folder: string, access: 'shared' | 'private') => string | undefined;
  /** Removes a folder, and its parents up to `top`, as long as they are empty. */
  readonly removeEmptyFolders: (folder: string, top: string) => void;
}
