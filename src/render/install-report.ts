import { eventsToWire, tokenVariable, type Wiring } from '../core/settings/wiring.ts';

interface InitReport {
  readonly settingsFile: string;
  readonly lawFile: string | undefined;
  readonly recordDir: string;
  readonly changesSettings: boolean;
  readonly writesLaw: boolean;
  readonly backup: string | undefined;
  readonly wiring: Wiring;
}

interface UninstallReport {
  readonly settingsFile: string;
  readonly how: 'restored' | 'edited';
  readonly deleted: boolean;
  readonly backup: string | undefined;
}

/** What init has done, and what to do next. */
export function renderInitReport(report: InitReport): string {
  const { settingsFile, lawFile, recordDir, changesSettings, writesLaw, backup, wiring } = report;
  const lines = [
    changesSettings ? `wired:  ${settingsFile}` : `wired already, left as it is: ${settingsFile}`,
    `events: ${eventsToWire(wiring).join(', ')}`,
    ...(wiring.http === undefined ? [] : [`asks:   ${wiring.http}`]),
    ...(lawFile === undefined
      ? []
      : [`law:    ${lawFile}${writesLaw ? ' (new, a starter law)' : ''}`, `state:  ${recordDir}`]),
    ...(backup === undefined ? [] : [`backup: ${backup}`]),
    '',
    'Next:',
    wiring.http === undefined
      ? "  1. hooklaw try Bash command='git push --force'    shows what the law says to a call"
      : `  1. start \`hooklaw serve\` there, and set ${tokenVariable} where Claude Code is started`,
    '  2. restart Claude Code, which reads its hooks when it starts',
  ];
  return `${lines.join('\n')}\n`;
}

/** What uninstall has done. */
export function renderUninstallReport({ settingsFile, how, deleted, backup }: UninstallReport): string {
  const done = deleted
    ? `removed, as init had made it: ${settingsFile}`
    : how === 'restored'
      ? `restored, byte for byte: ${settingsFile}`
      : `hooklaw's entries taken out, everything else left: ${settingsFile}`;
  const kept =
    how === 'edited' && backup !== undefined
      ? [`the settings from before init are still in ${backup}; the file has changed since`]
      : [];
  return `${[done, ...kept, 'The law and the records stay where they are. Restart Claude Code.'].join('\n')}\n`;
}

/** That there was nothing to take out, and where there is something. */
export function renderNothingWired(settingsFile: string, elsewhere: readonly string[]): string {
  const hints = elsewhere.map(scope => `it is wired there: hooklaw uninstall --scope ${scope}`);
  return `${[`hooklaw is not wired in ${settingsFile}`, ...hints].join('\n')}\n`;
}
