import { isKnownEvent } from '../event/catalogue.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../json/json-value.ts';
import { createPositionFinder, type Span } from '../problem/position.ts';
import type { ClientFeatures } from './client-version.ts';
import { type DocumentNode, nodeAtPath, readFrontmatter, readJsonDocument, type SyntaxFault } from './document.ts';
import { findFieldFaults, isHookType } from './entry-fields.ts';
import type { ConfiguredHook, HookSource } from './hook-source.ts';
import { findSettingFaults } from './settings-fields.ts';

/** What is lost by a fault: the whole file, all its hooks, the hooks of one event, one entry or group, or nothing. */
export type Loss = 'file' | 'hooks' | 'event' | 'entry' | 'nothing';

/** Something in a file that the client does not take as it was meant. */
export interface ReadingFault {
  readonly kind: 'unreadable' | 'syntax' | 'shape' | 'entry' | 'duplicate-key' | 'setting';
  readonly path: readonly (string | number)[];
  readonly span: Span;
  readonly message: string;
  readonly loss: Loss;
  readonly syntax?: SyntaxFault['kind'];
}

/** What the client makes of one file. */
export interface HookReading {
  readonly source: HookSource;
  /** The hooks that survive, in order. */
  readonly hooks: readonly ConfiguredHook[];
  /** Hooks that would be in force without the faults. */
  readonly lost: readonly ConfiguredHook[];
  readonly faults: readonly ReadingFault[];
  /** The document as it stands, whatever the client drops of it; undefined when it does not parse. */
  readonly root: DocumentNode | undefined;
  /** Whether the client takes the file's other settings, such as `env` and `disableAllHooks`. */
  readonly taken: boolean;
  /** The span of a stretch of the text, for what is found in the document. */
  readonly span: (start: number, end: number) => Span;
}

/** Reads the hooks of one file as the client of a version would. */
export function readHooks(source: HookSource, features: ClientFeatures): HookReading {
  const text = source.text ?? '';
  const positionOf = createPositionFinder(text);
  const span = (start: number, end: number): Span => ({ start: positionOf(start), end: positionOf(end) });
  const nothing = { source, hooks: [], lost: [], root: undefined, taken: false, span };
  if (source.text === undefined) {
    const message = `the file cannot be read: ${source.unreadable ?? 'unknown cause'}`;
    return { ...nothing, faults: [{ kind: 'unreadable', path: [], span: span(0, 0), message, loss: 'file' }] };
  }
  const reading = isMarkdown(source) ? readFrontmatter(text) : readJsonDocument(text);
  if (reading === undefined) return { ...nothing, faults: [], taken: true };
  if ('fault' in reading) {
    const { kind, message, offset } = reading.fault;
    const place = span(offset, offset + 1);
    return { ...nothing, faults: [{ kind: 'syntax', path: [], span: place, message, loss: 'file', syntax: kind }] };
  }
  return new HookReader(source, features, reading.root, span).read();
}

function isMarkdown({ scope, file }: HookSource): boolean {
  return scope === 'skill' || scope === 'agent' || file.endsWith('.md');
}

class HookReader {
  readonly #source: HookSource;
  readonly #features: ClientFeatures;
  readonly #root: DocumentNode;
  readonly #span: (start: number, end: number) => Span;
  readonly #faults: ReadingFault[] = [];
  readonly #hooks: ConfiguredHook[] = [];

  constructor(
    source: HookSource,
    features: ClientFeatures,
    root: DocumentNode,
    span: (start: number, end: number) => Span,
  ) {
    this.#source = source;
    this.#features = features;
    this.#root = root;
    this.#span = span;
  }

  read(): HookReading {
    this.#checkTop();
    const { kept, lost } = this.#sift();
    const taken = !this.#faults.some(({ loss }) => loss === 'file');
    const common = { source: this.#source, faults: this.#faults, root: this.#root, span: this.#span };
    return { ...common, hooks: kept, lost, taken };
  }

  #checkTop(): void {
    if (!isJsonObject(this.#root.value)) {
      this.#fault('shape', [], 'the top level is not an object', 'file');
      return;
    }
    this.#findRepeated([], this.#root, false);
    this.#checkSettings(this.#root.value);
    const hooks = this.#root.children.get('hooks');
    if (hooks === undefined) return;
    if (!isJsonObject(hooks.value)) {
      this.#fault('shape', ['hooks'], '`hooks` is not an object with event names as its keys', 'hooks');
      return;
    }
    for (const [event, groups] of hooks.children) this.#readEvent(String(event), groups);
  }

  /** Of the administrator's file a wrong setting costs nothing else (observed). */
  #checkSettings(settings: JsonObject): void {
    if (!isSettingsFile(this.#source)) return;
    const loss = this.#source.scope === 'managed' ? 'nothing' : 'file';
    for (const { path, message } of findSettingFaults(settings, this.#features))
      this.#fault('setting', path, message, loss);
    if (!this.#features.dropsByEvent) return;
    for (const [key, value] of this.#root.children) {
      const name = String(key);
      const at = isGuardEvent(name)
        ? [name]
        : hasGuardEvent(value) && !freeKeys.includes(name)
          ? [name, ...guardEventIn(value)]
          : [];
      if (at.length === 0) continue;
      this.#fault('shape', at, `\`${at.join('.')}\` stands outside of \`hooks\``, loss === 'file' ? 'file' : 'nothing');
    }
  }

  #readEvent(event: string, groups: DocumentNode): void {
    const path = ['hooks', event];
    if (!isKnownEvent(event)) {
      this.#addUnknown(event, path, groups);
      return;
    }
    if (groups.value === null && this.#features.dropsByEvent) return;
    if (!Array.isArray(groups.value)) {
      this.#fault('shape', path, `\`hooks.${event}\` is not a list of groups`, 'event');
      if (isJsonObject(groups.value)) this.#readGroup(event, path, groups, false);
      return;
    }
    for (const [index, group] of groups.children) this.#readGroup(event, [...path, index], group, true);
  }

  /** An event that this client does not know: it leaves it out, whatever stands in it. */
  #addUnknown(event: string, path: readonly (string | number)[], groups: DocumentNode): void {
    if (!Array.isArray(groups.value)) return;
    for (const [index, group] of groups.children) this.#readGroup(event, [...path, index], group, false);
  }

  #readGroup(event: string, path: readonly (string | number)[], group: DocumentNode, report: boolean): void {
    const shape = (at: readonly (string | number)[], message: string): void => {
      if (report) this.#fault('shape', at, message, 'entry');
    };
    if (!isJsonObject(group.value)) {
      shape(path, 'a group of hooks is not an object');
      return;
    }
    const matcher = ownField(group.value, 'matcher');
    if (matcher !== undefined && typeof matcher !== 'string') {
      shape([...path, 'matcher'], '`matcher` is not a string');
    }
    const named = typeof matcher === 'string' ? matcher : undefined;
    const hooks = group.children.get('hooks');
    if (hooks === undefined || !Array.isArray(hooks.value)) {
      shape(hooks === undefined ? path : [...path, 'hooks'], missingHooks(group.value, hooks?.value));
      if (isHookType(ownField(group.value, 'type'))) this.#addHook(event, path, group, named);
      else if (hooks !== undefined && isJsonObject(hooks.value)) {
        this.#addHook(event, [...path, 'hooks'], hooks, named);
      }
      return;
    }
    for (const [index, entry] of hooks.children) {
      this.#readEntry(event, [...path, 'hooks', index], entry, named, report);
    }
  }

  #readEntry(
    event: string,
    path: readonly (string | number)[],
    entry: DocumentNode,
    matcher: string | undefined,
    report: boolean,
  ) {
    for (const { field, missing, wanted } of report ? findFieldFaults(entry.value, this.#features) : []) {
      const what = field === undefined ? 'a hook' : `\`${field}\``;
      const at = field === undefined || missing ? path : [...path, field];
      this.#fault('entry', at, missing ? `${what} is missing` : `${what} must be ${wanted}`, 'entry');
    }
    this.#addHook(event, path, entry, matcher);
  }

  #addHook(event: string, path: readonly (string | number)[], node: DocumentNode, matcher: string | undefined): void {
    if (!isJsonObject(node.value)) return;
    const type = ownField(node.value, 'type');
    this.#hooks.push({
      source: this.#source,
      event,
      path,
      span: this.#span(node.start, node.end),
      matcher,
      type: isHookType(type) ? type : 'command',
      entry: node.value,
    });
  }

  /** Keys that stand twice where it matters: at the top, and anywhere inside `hooks`. */
  #findRepeated(path: readonly (string | number)[], node: DocumentNode, inHooks: boolean): void {
    for (const { key, start, end } of node.lost) {
      const message = `the key \`${key}\` stands twice, and only the last one counts`;
      const fault = { kind: 'duplicate-key', path: [...path, key], span: this.#span(start, end) } as const;
      this.#faults.push({ ...fault, message, loss: 'nothing' });
    }
    for (const [key, child] of node.children) {
      if (inHooks || (path.length === 0 && key === 'hooks')) this.#findRepeated([...path, key], child, true);
    }
  }

  #fault(kind: ReadingFault['kind'], path: readonly (string | number)[], message: string, loss: Loss): void {
    const node = nodeAtPath(this.#root, path) ?? this.#root;
    this.#faults.push({
      kind,
      path,
      span: this.#span(node.start, node.end),
      message,
      loss: this.#widen(loss, path[1]),
    });
  }

  /**
   * What a fault inside `hooks` costs. 2.1.332 takes nothing of a file with a fault in an event that can stop a call, and of
   * other events leaves out what is faulty; 2.1.197 takes no hook of the file (both observed).
   */
  #widen(loss: Loss, event: unknown): Loss {
    if (loss !== 'event' && loss !== 'entry') return loss;
    if (!this.#features.dropsByEvent) return 'hooks';
    return typeof event === 'string' && isGuardEvent(event) ? 'file' : loss;
  }

  #sift(): { readonly kept: readonly ConfiguredHook[]; readonly lost: readonly ConfiguredHook[] } {
    const whole = this.#faults.some(({ loss }) => loss === 'file' || loss === 'hooks');
    const events = new Set(this.#faults.filter(({ loss }) => loss === 'event').map(({ path }) => path[1]));
    const entries = this.#faults.filter(({ loss }) => loss === 'entry').map(({ path }) => path);
    const isLost = ({ event, path }: ConfiguredHook): boolean =>
      whole || events.has(event) || entries.some(fault => concerns(fault, path));
    return { kept: this.#hooks.filter(hook => !isLost(hook)), lost: this.#hooks.filter(isLost) };
  }
}

/** Whether a fault at one path costs the hook at another: it lies in the hook, or in the group around it. */
function concerns(fault: readonly (string | number)[], hook: readonly (string | number)[]): boolean {
  const [, event, group, list, index] = hook;
  if (fault[1] !== event || fault[2] !== group) return false;
  return fault[3] !== 'hooks' || fault.length === 4 || list !== 'hooks' || fault[4] === index;
}

/** The events in which a faulty entry costs the whole file: those on which a call can be stopped. */
const guardEvents: readonly string[] = ['PreToolUse', 'PermissionRequest', 'PreSkillShellCommand'];

function isGuardEvent(name: string): boolean {
  return guardEvents.includes(name);
}

/** Keys under which a guard's event may stand without being taken for a misplaced one. */
const freeKeys: readonly string[] = ['hooks', 'mcpServers', 'env', 'pluginConfigs', 'enabledPlugins'];

function hasGuardEvent(node: DocumentNode): boolean {
  return guardEventIn(node).length > 0;
}

function guardEventIn({ children }: DocumentNode): string[] {
  return guardEvents.filter(event => children.has(event)).slice(0, 1);
}

/** Files of settings, in contrast to those of plugins, skills and agents, which hold hooks and little else. */
function isSettingsFile({ scope }: HookSource): boolean {
  return ['managed', 'user', 'project', 'local', 'flag'].includes(scope);
}

function missingHooks(group: JsonObject, hooks: JsonValue | undefined): string {
  if (hooks !== undefined) return '`hooks` of a group is not a list';
  return isHookType(ownField(group, 'type'))
    ? 'a hook stands where a group belongs; it has to be inside the `hooks` list of a group'
    : 'a group has no `hooks` list';
}

/** Whether a key at the top of a settings file is an event that belongs inside `hooks`. */
export function isMisplacedEvent(key: string): boolean {
  return isKnownEvent(key);
}
