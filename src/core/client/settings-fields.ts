import { type JsonObject, ownField } from '../json/json-value.ts';
import type { ClientFeatures } from './client-version.ts';
import {
  either,
  findFaults,
  flag,
  lenient,
  list,
  listOf,
  mapOf,
  number,
  object,
  objectOf,
  oneOf,
  orNull,
  type SettingFault,
  type Shape,
  text,
  wholeFrom,
} from './setting-shape.ts';

/*
 * The settings of the client that are no hooks and of which a wrong one costs the whole file. Observed in 2.1.332, with values of
 * each type for every key of `Settings` in `sdk.d.ts` of the Agent SDK 0.3.332; 2.1.197 was tried with a few. Of the keys that are not here the client takes
 * anything, or leaves out what is wrong and keeps the rest.
 */

const texts = listOf(text);

/** Settings of one type without members that matter, by their names. */
const plain: readonly (readonly [Shape, string])[] = [
  [
    text,
    '$schema apiKeyHelper proxyAuthHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh processWrapper ' +
      'attributionProject model prUrlTemplate otelHeadersHelper outputStyle language advisorModel agent minimumVersion ' +
      'requiredMinimumVersion requiredMaximumVersion downloadsMirrorUrl plansDirectory timeFormat timeZone ' +
      'autoMemoryDirectory claudeMd pluginTrustMessage',
  ],
  [
    flag,
    'respectGitignore wslInheritsWindowsSettings includeCoAuthoredBy includeGitInstructions disableAllHooks ' +
      'disableReplyCheck workflowKeywordTriggerEnabled bashEditDiffEnabled respondToBashCommands ' +
      'allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp allowNestedModelAccessUnderForceLogin ' +
      'forceRemoteSettingsRefresh spinnerTipsEnabled syntaxHighlightingDisabled terminalTitleFromRename ' +
      'alwaysThinkingEnabled fastMode promptSuggestionEnabled emojiCompletionEnabled showClearContextOnPlanAccept ' +
      'prefersReducedMotion autoMemoryEnabled autoDreamEnabled showThinkingSummaries verbose autoCompactEnabled ' +
      'precomputeCompactionEnabled idleCompaction switchModelsOnFlag autoScrollEnabled ' +
      'wheelScrollAccelerationEnabled showTurnDuration showMessageTimestamps terminalProgressBarEnabled ' +
      'todoFeatureEnabled inputNeededNotifEnabled agentPushNotifEnabled voiceEnabled',
  ],
  [
    orNull(flag),
    'syncClaudeAiSkills syncClaudeAiPlugins enforceAvailableModels enableAllProjectMcpServers ' +
      'disableClaudeAiConnectors disableBundledSkills disableAgentView disableRemoteControl disableWorkflows ' +
      'disableArtifact enableArtifact enableWorkflows disableSkillShellExecution disableWindowsBashCommandSplit ' +
      'allowManagedHooksOnly allowManagedPermissionRulesOnly allowManagedMcpServersOnly ' +
      'disableCommandPluginSources disableSideloadFlags skipWebFetchPreflight fastModePerSessionOptIn ' +
      'channelsEnabled skipDangerousModePermissionPrompt autoContinueAtUsageLimit fileCheckpointingEnabled ' +
      'remoteControlAtStartup isolatePeerMachines autoUploadSessions skipAutoPermissionPrompt useAutoModeDuringPlan',
  ],
  [
    texts,
    'fallbackModel availableModels allowedHttpHookUrls httpHookAllowedEnvVars pluginSuggestionMarketplaces ' +
      'companyAnnouncements claudeMdExcludes',
  ],
  [wholeFrom(1), 'cleanupPeriodDays skillListingMaxDescChars'],
  [wholeFrom(0), 'desktopSessionCleanupPeriodDays'],
  [object, 'env'],
];

const share = (least: string, fits: (value: number) => boolean): Shape => ({
  wanted: `a number ${least} 0 and at most 1`,
  accepts: value => typeof value === 'number' && fits(value) && value <= 1,
});

const serverNames = either({ wanted: 'a name', accepts: value => typeof value === 'string' && value !== '' }, texts);

const command = { type: oneOf('command'), command: text };

const marketplaces = oneOf('url github git npm file directory skills-dir hostPattern pathPattern settings');

/** There an odd entry is left out, and only a word that is no kind of source costs the file. */
const knownMarketplace: Shape = {
  ...marketplaces,
  accepts: value => typeof value !== 'string' || marketplaces.accepts(value),
};

const marketplace = lenient(objectOf({ source: lenient(objectOf({ source: knownMarketplace })) }));

const permissions = objectOf({
  allow: list,
  ask: list,
  deny: list,
  additionalDirectories: texts,
  defaultMode: oneOf('acceptEdits auto bypassPermissions default dontAsk manual plan'),
  disableBypassPermissionsMode: oneOf('disable'),
  disableAutoMode: oneOf('disable'),
  blockReadsOutsideWorkingDirectories: flag,
  blockWritesOutsideWorkingDirectories: flag,
  denyInsteadOfPrompting: flag,
});

const sandbox = objectOf({
  ...fieldsOf(
    flag,
    'enabled failIfUnavailable autoAllowBashIfSandboxed allowUnsandboxedCommands enableWeakerNestedSandbox ' +
      'allowNestedUserNamespaces enableWeakerNetworkIsolation allowAppleEvents',
  ),
  excludedCommands: texts,
  network: objectOf({
    ...fieldsOf(flag, 'strictAllowlist allowManagedDomainsOnly allowAllUnixSockets allowLocalBinding'),
    ...fieldsOf(texts, 'allowedDomains deniedDomains allowUnixSockets allowMachLookup'),
    ...fieldsOf(number, 'httpProxyPort socksProxyPort'),
    tlsTerminate: object,
  }),
  filesystem: objectOf({
    ...fieldsOf(texts, 'allowWrite denyWrite denyRead allowRead'),
    ...fieldsOf(flag, 'allowManagedReadPathsOnly disabled'),
  }),
  credentials: objectOf({ files: listOf(object), envVars: list }),
  ignoreViolations: mapOf(texts),
  ripgrep: objectOf({ command: text, args: texts }, 'command'),
});

const shapes: Readonly<Record<string, Shape>> = {
  ...Object.assign({}, ...plain.map(([shape, names]) => fieldsOf(shape, names))),
  permissions,
  sandbox,
  statusLine: objectOf({ ...command, padding: number, hideVimModeIndicator: flag }, 'type command'),
  fileSuggestion: objectOf(command, 'type command'),
  attribution: either(flag, objectOf({ commit: text, pr: text, sessionUrl: flag })),
  worktree: objectOf({ symlinkDirectories: texts, sparsePaths: texts, baseRef: oneOf('fresh head') }),
  skillListingBudgetFraction: share('above', value => value > 0),
  feedbackSurveyRate: share('from', value => value >= 0),
  workflowSizeGuideline: oneOf('unrestricted small medium large'),
  defaultShell: oneOf('bash powershell'),
  parentSettingsBehavior: oneOf('first-wins merge'),
  managedSourcesBehavior: oneOf('first-wins merge'),
  autoUpdatesChannel: oneOf('latest stable rc'),
  tui: oneOf('default fullscreen'),
  daemonColdStart: oneOf('transient ask'),
  defaultView: oneOf('chat transcript'),
  feedbackDrafts: orNull(oneOf('notify quiet off')),
  disableAutoMode: orNull(oneOf('disable')),
  disableDeepLinkRegistration: orNull(oneOf('disable')),
  enabledMcpjsonServers: serverNames,
  disabledMcpjsonServers: serverNames,
  forceLoginOrgUUID: either(text, texts),
  modelOverrides: mapOf(text),
  skillOverrides: mapOf(oneOf('on name-only user-invocable-only off')),
  enabledPlugins: mapOf(either(flag, texts)),
  pluginConfigs: mapOf(objectOf({ mcpServers: object, options: object })),
  extraKnownMarketplaces: lenient(mapOf(marketplace)),
  strictKnownMarketplaces: orNull(listOf(objectOf({ source: marketplaces }, 'source'))),
  blockedMarketplaces: orNull(listOf(objectOf({ source: marketplaces }, 'source'))),
  allowedChannelPlugins: listOf(objectOf({ marketplace: text, plugin: text }, 'marketplace plugin')),
  sshConfigs: listOf(objectOf({ id: text, name: text, sshHost: text, sshPort: number }, 'id name sshHost')),
  spinnerVerbs: objectOf({ mode: oneOf('append replace'), verbs: texts }, 'mode verbs'),
  remote: objectOf({ defaultEnvironmentId: text }),
  voice: objectOf({ enabled: flag, mode: oneOf('hold tap'), autoSubmit: flag }),
  autoMode: objectOf({ ...fieldsOf(texts, 'allow soft_deny hard_deny environment'), classifyAllShell: flag }),
};

/** Of what 2.1.332 forgives and 2.1.197 does not, what was tried with it. */
const stricterBefore: Readonly<Record<string, Shape>> = {
  disableWorkflows: flag,
  extraKnownMarketplaces: mapOf(marketplace),
};

/** The same shape for several names, which are written with blanks between them. */
function fieldsOf(shape: Shape, names: string): Record<string, Shape> {
  return Object.fromEntries(names.split(' ').map(name => [name, shape]));
}

/** Every setting of a file for which the client takes nothing of the file, hooks left aside. */
export function findSettingFaults(
  settings: JsonObject,
  { dropsByEvent }: Pick<ClientFeatures, 'dropsByEvent'>,
): SettingFault[] {
  const taken = dropsByEvent ? shapes : { ...shapes, ...stricterBefore };
  return Object.entries(taken).flatMap(([key, shape]) => {
    const value = ownField(settings, key);
    return value === undefined ? [] : findFaults(value, shape, [key]);
  });
}
