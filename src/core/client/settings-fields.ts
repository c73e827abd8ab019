import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../json/json-value.ts';

/**
 * The settings of the client that are no hooks, by the type that they must have: of one that has another the client takes
 * nothing of the file. Source: `Settings` in `sdk.d.ts` of the Agent SDK 0.3.332; that the file is lost was observed.
 */
const keysByType: Readonly<Record<string, string>> = {
  string:
    'apiKeyHelper proxyAuthHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh processWrapper ' +
    'attributionProject model availableModelsMatch workflowSizeGuideline defaultShell ' +
    'desktopMcpServersListScope prUrlTemplate forceLoginMethod forceLoginGatewayUrl ' +
    'parentSettingsBehavior managedSourcesBehavior otelHeadersHelper outputStyle viewMode language ' +
    'feedbackDrafts promptCacheTtl subagentPromptCacheTtl effortLevel maxEffortLevel advisorModel ' +
    'askUserQuestionTimeout dialogExpiry agent autoUpdatesChannel minimumVersion requiredMinimumVersion ' +
    'requiredMaximumVersion downloadsMirrorUrl plansDirectory tui timeZone autoMemoryDirectory ' +
    'disableAutoMode claudeMd pluginTrustMessage editorMode keybindingFlavor preferredNotifChannel ' +
    'teammateMode daemonColdStart crossSessionInbound disableDeepLinkRegistration defaultView',
  boolean:
    'respectGitignore syncClaudeAiSkills syncClaudeAiPlugins wslInheritsWindowsSettings ' +
    'includeCoAuthoredBy includeGitInstructions enforceAvailableModels enableAllProjectMcpServers ' +
    'disableClaudeAiConnectors disableBundledSkills disableAllHooks disableReplyCheck disableAgentView ' +
    'disableRemoteControl disableWorkflows disableArtifact enableArtifact enableWorkflows ' +
    'workflowKeywordTriggerEnabled disableSkillShellExecution disableWindowsBashCommandSplit ' +
    'bashEditDiffEnabled respondToBashCommands allowManagedHooksOnly allowManagedPermissionRulesOnly ' +
    'allowManagedMcpServersOnly allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp ' +
    'disableCommandPluginSources disableSideloadFlags allowNestedModelAccessUnderForceLogin ' +
    'forceRemoteSettingsRefresh skipWebFetchPreflight spinnerTipsEnabled syntaxHighlightingDisabled ' +
    'terminalTitleFromRename alwaysThinkingEnabled ultracode fastMode fastModePerSessionOptIn ' +
    'promptSuggestionEnabled emojiCompletionEnabled showClearContextOnPlanAccept channelsEnabled ' +
    'prefersReducedMotion autoMemoryEnabled autoDreamEnabled showThinkingSummaries ' +
    'skipDangerousModePermissionPrompt verbose autoCompactEnabled precomputeCompactionEnabled ' +
    'idleCompaction switchModelsOnFlag autoContinueAtUsageLimit autoScrollEnabled ' +
    'wheelScrollAccelerationEnabled fileCheckpointingEnabled showTurnDuration showMessageTimestamps ' +
    'terminalProgressBarEnabled todoFeatureEnabled remoteControlAtStartup isolatePeerMachines ' +
    'autoUploadSessions inputNeededNotifEnabled agentPushNotifEnabled skipAutoPermissionPrompt ' +
    'useAutoModeDuringPlan voiceEnabled',
  number:
    'cleanupPeriodDays desktopSessionCleanupPeriodDays skillListingMaxDescChars ' +
    'skillListingBudgetFraction bashOutputMaxChars taskOutputMaxChars feedbackSurveyRate maxProseWidth ' +
    'autoCompactWindow',
  object:
    'policyHelper fileSuggestion env attributionProjectPolicy modelOverrides modelPicker modelPricing ' +
    'skillOverrides managedMcpServers worktree statusLine subagentStatusLine enabledPlugins ' +
    'extraKnownMarketplaces additionalMarketplaces sandbox spinnerVerbs spinnerTipsOverride spellcheck ' +
    'modelSettings pluginConfigs remote voice vimInsertModeRemaps autoMode',
  toggle: 'attribution',
  list:
    'fallbackModel availableModels deniedModels enabledMcpjsonServers disabledMcpjsonServers ' +
    'allowedMcpServers deniedMcpServers allowedHttpHookUrls httpHookAllowedEnvVars footerLinksRegexes ' +
    'prependPlugins appendPlugins strictKnownMarketplaces allowedMarketplaces blockedMarketplaces ' +
    'pluginSuggestionMarketplaces gatewayInternalNetworks allowedProviders companyAnnouncements ' +
    'allowedChannelPlugins sshConfigs sshHostCommands claudeMdExcludes',
};

const accepts: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  number: value => typeof value === 'number' && value >= 0,
  object: isJsonObject,
  toggle: value => typeof value === 'boolean' || isJsonObject(value),
  list: value => Array.isArray(value),
};

const wanted: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: '`true` or `false`',
  number: 'a number',
  object: 'an object',
  toggle: '`true`, `false` or an object',
  list: 'a list',
};

const typeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(keysByType).flatMap(([type, keys]) => keys.split(' ').map(key => [key, type] as const)),
);

/** The modes of `permissions.defaultMode`. Source: the same. */
const modes: readonly string[] = ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'delegate', 'dontAsk', 'plan'];

/** A setting for which the client takes nothing of its file. */
export interface SettingFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Every setting of a file that has another type than the client takes, hooks left aside. */
export function findSettingFaults(settings: JsonObject): SettingFault[] {
  const faults = Object.entries(settings).flatMap(([key, value]): SettingFault[] => {
    const type = typeOf.get(key);
    if (type === undefined || accepts[type]?.(value) !== false) return [];
    return [{ path: [key], message: `\`${key}\` must be ${wanted[type]}` }];
  });
  return [...faults, ...findPermissionFaults(ownField(settings, 'permissions'))];
}

function findPermissionFaults(permissions: JsonValue | undefined): SettingFault[] {
  if (permissions === undefined) return [];
  if (!isJsonObject(permissions)) return [{ path: ['permissions'], message: '`permissions` must be an object' }];
  const lists = ['allow', 'ask', 'deny', 'additionalDirectories'].flatMap((key): SettingFault[] => {
    const value = ownField(permissions, key);
    if (value === undefined || Array.isArray(value)) return [];
    return [{ path: ['permissions', key], message: `\`permissions.${key}\` must be a list` }];
  });
  const mode = ownField(permissions, 'defaultMode');
  if (mode === undefined || (typeof mode === 'string' && modes.includes(mode))) return lists;
  const known = modes.map(word => `\`${word}\``).join(', ');
  return [
    ...lists,
    { path: ['permissions', 'defaultMode'], message: `\`permissions.defaultMode\` must be one of ${known}` },
  ];
}
