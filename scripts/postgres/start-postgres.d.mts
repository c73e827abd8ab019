export interface StartedServer {
  /** Why there is no server. */
  readonly missing?: string;
  readonly stop?: () => Promise<void>;
}

export function startPostgres(options?: {
  readonly listen?: readonly string[];
  readonly clients?: readonly string[];
}): Promise<StartedServer>;
