import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../json/json-value.ts';
import type { ClientFeatures } from './client-version.ts';
import { type HookType, hookTypes } from './hook-source.ts';

/** What a field of a hook entry must be for the client to take the entry. */
interface FieldRule {
  readonly wanted: string;
  readonly required?: true;
  /** Only clients with this feature look at the field. */
  readonly since?: keyof ClientFeatures;
  readonly accepts: (value: JsonValue) => boolean;
}

const isString = (value: JsonValue): boolean => typeof value === 'string';
const isBoolean = (value: JsonValue): boolean => typeof value === 'boolean';
const isListOfStrings = (value: JsonValue): boolean => Array.isArray(value) && value.every(isString);

/** A scheme and something after it; the core has no parser of URLs, and the client's is lenient. */
function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+/i.test(text.trim()) || /^(?!https?:)[a-z][a-z0-9+.-]*:\S/i.test(text.trim());
}

const text: FieldRule = { wanted: 'a string', accepts: isString };
const needed: FieldRule = { ...text, required: true };
const flag: FieldRule = { wanted: '`true` or `false`', accepts: isBoolean };
const list: FieldRule = { wanted: 'a list of strings', accepts: isListOfStrings };

function oneOf(...words: readonly string[]): FieldRule {
  return {
    wanted: words.map(word => `\`${word}\``).join(' or '),
    accepts: value => typeof value === 'string' && words.includes(value),
  };
}

const common: Readonly<Record<string, FieldRule>> = {
  if: text,
  timeout: { wanted: 'a number of seconds above 0', accepts: value => typeof value === 'number' && value > 0 },
  statusMessage: text,
  once: flag,
};

/** Clients that do not know it take any value. */
const onFailure: FieldRule = { ...oneOf('block', 'continue'), since: 'onFailure' };
const nonEmpty: FieldRule = { wanted: 'a text', accepts: value => typeof value === 'string' && value !== '' };

/** The fields of each kind of hook. Source: the settings type in `sdk.d.ts` of the Agent SDK 0.3.332, and observation. */
const fieldsByType: Readonly<Record<HookType, Readonly<Record<string, FieldRule>>>> = {
  command: {
    ...common,
    command: needed,
    args: list,
    shell: oneOf('bash', 'powershell'),
    onFailure,
    async: flag,
    asyncRewake: flag,
    holdsTools: { ...flag, since: 'onFailure' },
    rewakeMessage: nonEmpty,
    rewakeSummary: nonEmpty,
  },
  prompt: { ...common, prompt: needed, model: text, continueOnBlock: flag },
  agent: { ...common, prompt: needed, model: text },
  http: {
    ...common,
    url: { wanted: 'a URL', required: true, accepts: value => typeof value === 'string' && isUrl(value) },
    onFailure,
    headers: {
      wanted: 'an object of strings',
      accepts: value => isJsonObject(value) && Object.values(value).every(isString),
    },
    allowedEnvVars: list,
  },
  mcp_tool: {
    ...common,
    server: needed,
    tool: needed,
    input: { wanted: 'an object', accepts: isJsonObject },
  },
};

/** One field of an entry that the client does not take. */
export interface FieldFault {
  /** The field; undefined when it is the entry itself. */
  readonly field: string | undefined;
  readonly missing: boolean;
  /** What it must be, as the end of «must be …». */
  readonly wanted: string;
}

export function isHookType(value: unknown): value is HookType {
  return typeof value === 'string' && (hookTypes as readonly string[]).includes(value);
}

/** The names of the fields that a kind of hook knows; others are ignored. */
export function knownFields(type: HookType): readonly string[] {
  return ['type', ...Object.keys(fieldsByType[type])];
}

/** Everything in an entry for which the client drops it. */
export function findFieldFaults(entry: JsonValue, features: ClientFeatures): FieldFault[] {
  if (!isJsonObject(entry)) return [{ field: undefined, missing: false, wanted: 'an object' }];
  const type = ownField(entry, 'type');
  if (!isHookType(type)) {
    return [{ field: 'type', missing: type === undefined, wanted: hookTypes.map(name => `\`${name}\``).join(', ') }];
  }
  return Object.entries(fieldsByType[type]).flatMap(([field, rule]) =>
    rule.since === undefined || features[rule.since] ? findFault(entry, field, rule) : [],
  );
}

function findFault(entry: JsonObject, field: string, { wanted, required, accepts }: FieldRule): FieldFault[] {
  const value = ownField(entry, field);
  if (value === undefined) return required === true ? [{ field, missing: true, wanted }] : [];
  return accepts(value) ? [] : [{ field, missing: false, wanted }];
}
