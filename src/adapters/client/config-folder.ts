import path from 'node:path';

/** The client's folder of the user: `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. Source: the client's settings page. */
export function configFolder({
  env,
  home,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}): string {
  const named = env['CLAUDE_CONFIG_DIR'];
  return named === undefined || named === '' ? path.join(home, '.claude') : path.resolve(named);
}
