import { type JsonObject, ownField } from '../../core/json/json-value.ts';
import { homeFolder } from '../state-dir.ts';
import type { ClientPlace } from './client-place.ts';
import { objectOr, readJsonObject } from './read-client-file.ts';
import { settingsSources } from './settings-sources.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Variables that lead the client to another model, give it a real key, or say that it runs inside of itself. */
const leadsElsewhere =
  /^(?:ANTHROPIC_(?!SMALL_FAST_MODEL$).*|CLAUDE_CODE_USE_.*|CLAUDE_CODE_OAUTH_.*|CLAUDE_CODE_API_.*|AWS_BEARER_TOKEN_BEDROCK)$/;
const saysInside = /^(?:CLAUDECODE|CLAUDE_PID|CLAUDE_CODE_(?:ENTRYPOINT|SESSION_.*|CHILD_.*|MESSAGING_.*|SSE_PORT))$/;

/** What makes the client talk to the scripted model and to nobody else. */
function scripted(apiUrl: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: apiUrl,
    ANTHROPIC_API_KEY: 'not-a-key',
    ANTHROPIC_AUTH_TOKEN: '',
    ANTHROPIC_CUSTOM_HEADERS: '',
    CLAUDE_CODE_USE_BEDROCK: '',
    CLAUDE_CODE_USE_VERTEX: '',
    CLAUDE_CODE_USE_FOUNDRY: '',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  };
}

/** The client's environment: the user's own, but for the model. */
export function canaryEnvironment(env: Env, apiUrl: string): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !leadsElsewhere.test(entry[0]) && !saysInside.test(entry[0]),
  );
  const set = Object.entries(scripted(apiUrl)).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(kept), ...Object.fromEntries(set) };
}

/** For `--settings`, which beats the user's and the project's settings (observed): they can set variables and fetch a key too. */
export function canarySettings(apiUrl: string): JsonObject {
  return { env: scripted(apiUrl), apiKeyHelper: 'echo not-a-key' };
}

/** Why the client could not be led to the scripted model: the administrator's settings have the last word. */
export function whyElsewhere(env: Env, more: Partial<ClientPlace> = {}): string | undefined {
  const place = { projectDir: '/', env, platform: process.platform, home: homeFolder(env), ...more };
  for (const { scope, file } of settingsSources(place)) {
    if (scope !== 'managed') continue;
    const named = Object.keys(objectOr(ownField(readJsonObject(file), 'env'))).find(name => leadsElsewhere.test(name));
    if (named !== undefined) return `\`${file}\` sets \`${named}\`, so the client would talk to a real model`;
  }
  return undefined;
}
