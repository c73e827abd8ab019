// All that is loaded only for a call that touches the guard, in one piece: parsers of settings and of shell commands.
export { findWeakening } from '../core/protection/compare-settings.ts';
export { judgeCommand } from '../core/protection/judge-command.ts';
export { judgePowerShell } from '../core/protection/judge-powershell.ts';
export { judgeSettings } from '../core/protection/judge-settings.ts';
export { resultingText } from '../core/protection/resulting-text.ts';
export { noSettings, viewSettings } from '../core/protection/settings-view.ts';
