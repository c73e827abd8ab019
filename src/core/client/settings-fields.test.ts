// Each row was tried with 2.1.332.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import { findSettingFaults } from './settings-fields.ts';

const present = { dropsByEvent: true };

describe('what costs the file', () => {
  it.each<[JsonObject, string, string]>([
    [{ model: 5 }, 'model', '`model` must be a string'],
    [{ verbose: 'yes' }, 'verbose', '`verbose` must be `true` or `false`'],
    [{ verbose: null }, 'verbose', '`verbose` must be `true` or `false`'],
    [{ disableWorkflows: 1 }, 'disableWorkflows', '`disableWorkflows` must be `true` or `false`'],
    [{ env: [] }, 'env', '`env` must be an object'],
    [{ cleanupPeriodDays: 1.5 }, 'cleanupPeriodDays', '`cleanupPeriodDays` must be a whole number from 1'],
    [{ cleanupPeriodDays: 0 }, 'cleanupPeriodDays', '`cleanupPeriodDays` must be a whole number from 1'],
    [{ feedbackSurveyRate: 2 }, 'feedbackSurveyRate', '`feedbackSurveyRate` must be a number from 0 and at most 1'],
    [{ defaultShell: 'zsh' }, 'defaultShell', '`defaultShell` must be one of `bash`, `powershell`'],
    [
      { autoUpdatesChannel: 'nightly' },
      'autoUpdatesChannel',
      '`autoUpdatesChannel` must be one of `latest`, `stable`, `rc`',
    ],
    [{ statusLine: { command: 'x' } }, 'statusLine', '`type` is missing, which must be `command`'],
    [
      { statusLine: { type: 'command', command: 'x', padding: 'x' } },
      'statusLine.padding',
      '`padding` must be a number',
    ],
    [{ fileSuggestion: { type: 'command' } }, 'fileSuggestion', '`command` is missing, which must be a string'],
    [{ attribution: { commit: 5 } }, 'attribution.commit', '`commit` must be a string'],
    [{ attribution: 'x' }, 'attribution', '`attribution` must be `true`, `false` or an object'],
    [{ permissions: [] }, 'permissions', '`permissions` must be an object'],
    [{ permissions: { deny: 'Bash' } }, 'permissions.deny', '`deny` must be a list'],
    [
      { permissions: { additionalDirectories: [5] } },
      'permissions.additionalDirectories.0',
      'every member must be a string',
    ],
    [
      { permissions: { disableBypassPermissionsMode: true } },
      'permissions.disableBypassPermissionsMode',
      '`disableBypassPermissionsMode` must be `disable`',
    ],
    [
      { permissions: { denyInsteadOfPrompting: null } },
      'permissions.denyInsteadOfPrompting',
      '`denyInsteadOfPrompting` must be `true` or `false`',
    ],
    [{ sandbox: { enabled: 'yes' } }, 'sandbox.enabled', '`enabled` must be `true` or `false`'],
    [
      { sandbox: { network: { allowedDomains: 'x' } } },
      'sandbox.network.allowedDomains',
      '`allowedDomains` must be a list',
    ],
    [{ sandbox: { ignoreViolations: { a: [5] } } }, 'sandbox.ignoreViolations.a.0', 'every member must be a string'],
    [{ sandbox: { ripgrep: {} } }, 'sandbox.ripgrep', '`command` is missing, which must be a string'],
    [{ worktree: { symlinkDirectories: 'x' } }, 'worktree.symlinkDirectories', '`symlinkDirectories` must be a list'],
    [{ enabledPlugins: { 'a@b': 'yes' } }, 'enabledPlugins.a@b', '`a@b` must be `true`, `false` or a list'],
    [{ enabledPlugins: { 'a@b': [5] } }, 'enabledPlugins.a@b.0', 'every member must be a string'],
    [{ modelOverrides: { a: 5 } }, 'modelOverrides.a', '`a` must be a string'],
    [{ enabledMcpjsonServers: [5] }, 'enabledMcpjsonServers.0', 'every member must be a string'],
    [{ enabledMcpjsonServers: '' }, 'enabledMcpjsonServers', '`enabledMcpjsonServers` must be a name or a list'],
    [{ companyAnnouncements: [5] }, 'companyAnnouncements.0', 'every member must be a string'],
    [{ pluginConfigs: { a: { options: 5 } } }, 'pluginConfigs.a.options', '`options` must be an object'],
    [
      { allowedChannelPlugins: [{ marketplace: 'a' }] },
      'allowedChannelPlugins.0',
      '`plugin` is missing, which must be a string',
    ],
    [{ voice: { mode: 'x' } }, 'voice.mode', '`mode` must be one of `hold`, `tap`'],
  ])('%j', (settings, path, message) => {
    const found = findSettingFaults(settings, present).map(fault => [fault.path.join('.'), fault.message]);
    expect(found).toEqual([[path, message]]);
  });

  it('names the place of a source of plugins that there is not', () => {
    const [found] = findSettingFaults({ extraKnownMarketplaces: { x: { source: { source: 'nosuch' } } } }, present);
    expect(found?.path).toEqual(['extraKnownMarketplaces', 'x', 'source', 'source']);
  });

  it('tells of each fault', () => {
    expect(
      findSettingFaults({ model: 5, sandbox: { enabled: 1, excludedCommands: [1, 'x', 2] } }, present),
    ).toHaveLength(4);
  });
});

it.each<JsonObject>([
  {},
  { env: { A: 5, B: {} } },
  { permissions: { deny: [5], defaultMode: 'manual', blockReadsExemptPaths: 'x', unknown: 1 } },
  { disableWorkflows: null, feedbackDrafts: null, strictKnownMarketplaces: null },
  { allowedMcpServers: {}, spinnerTipsOverride: 'x', footerLinksRegexes: 'x', spellcheck: 'x', ultracode: 'x' },
  { bashOutputMaxChars: '5', effortLevel: 5, maxEffortLevel: 5, dialogExpiry: 5, teammateMode: 5, editorMode: 5 },
  { promptCacheTtl: 5, forceLoginMethod: 5, subagentStatusLine: { command: 'x' }, policyHelper: 'x', modelPicker: 5 },
  { extraKnownMarketplaces: 'x' },
  {
    extraKnownMarketplaces: {
      x: {},
      y: { source: 5 },
      z: { source: { source: 'github' } },
      a: { source: { source: 5 } },
    },
  },
  { attribution: true },
  { attribution: { commit: '', unknown: 5 } },
  { sandbox: { bwrapPath: 5, unknown: 5, network: { httpProxyPort: 1.5 } } },
  { worktree: { bgIsolation: 'x', location: 5 } },
  { enabledPlugins: { 'a@b': true, 'c@d': ['x'] }, enabledMcpjsonServers: 'x', forceLoginOrgUUID: 'x' },
  { statusLine: { type: 'command', command: 'x', refreshInterval: 'x' } },
  { skillListingBudgetFraction: 0.01, feedbackSurveyRate: 0, desktopSessionCleanupPeriodDays: 0 },
  { unknown: { anything: [1] } },
])('keeps the file: %j', settings => {
  expect(findSettingFaults(settings, present)).toEqual([]);
});

it.each<JsonObject>([{ disableWorkflows: null }, { extraKnownMarketplaces: 'x' }])(
  '2.1.197 does not keep it: %j',
  settings => {
    expect(findSettingFaults(settings, { dropsByEvent: false })).toHaveLength(1);
  },
);
