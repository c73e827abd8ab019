import { eventNames } from '../../event/catalogue.ts';
import { alternativesOf, exampleOfRegex } from './example-of-regex.ts';

/** What the text of a hook and its scripts shows of what it looks at. */
export interface GuardText {
  /** Texts that it compares with, or that its patterns match. */
  readonly texts: readonly string[];
  /** Fields of the tool's input that it reads. */
  readonly fields: readonly string[];
  /** Numbers that it compares with. */
  readonly numbers: readonly number[];
}

/** Words of hooks that say nothing of what they guard against. */
const plumbing = new Set<string>([
  ...[
    'tool_input',
    'tool_name',
    'hook_event_name',
    'session_id',
    'transcript_path',
    'cwd',
    'permission_mode',
    'prompt',
  ],
  ...['hookSpecificOutput', 'hookEventName', 'permissionDecision', 'permissionDecisionReason', 'additionalContext'],
  ...['updatedInput', 'systemMessage', 'decision', 'reason', 'deny', 'allow', 'ask', 'block', 'approve', 'continue'],
  ...['command', 'file_path', 'content', 'new_string', 'old_string', 'notebook_path', 'url', 'stop_hook_active'],
  ...['utf-8', 'utf8', 'string', 'object', 'number', 'boolean', 'data', 'end', 'node:fs', 'fs', 'path', 'use strict'],
  ...eventNames,
  ...['__main__', 'Bash', 'Write', 'Edit', 'Read', 'MultiEdit', 'WebFetch', 'empty', 'false', 'true', 'null'],
]);

const largestText = 256 * 1024;
const longestLine = 2_000;
const mostTexts = 24;

/** Reads a hook's command and scripts, in shell, Python or JavaScript, without understanding them: by what stands in quotes. */
export function readGuardText(source: string): GuardText {
  const text = writtenLines(source.slice(0, largestText));
  return { texts: findTexts(text), fields: findFields(text), numbers: findNumbers(text) };
}

/** Leaves out comments, and lines as only programs write them. */
function writtenLines(text: string): string {
  const lines = text.split('\n').filter(line => line.length <= longestLine && !/^\s*(?:#|\/\/)/.test(line));
  return lines.join('\n');
}

function findTexts(text: string): string[] {
  const quoted = [...text.matchAll(/(?<![\w\\<])(?:[rRbB]?)(["'])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
    ([, , body]) => body ?? '',
  );
  const nested = quoted.flatMap(body =>
    [...body.matchAll(/\\?"((?:[^"\\]|\\[^"])+)\\?"/g)].map(([, inner]) => inner ?? ''),
  );
  const patterns = [
    ...text.matchAll(/(?:=~|[(,=:[]|return)[ \t]{0,8}\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[a-z]*/g),
  ].map(([, body]) => body ?? '');
  const cases = [...text.matchAll(/^[ \t]*\(?([^\s()"'$#]+)\)/gm)].map(([, body]) => body ?? '');
  const bare = [
    ...text.matchAll(/(?:(?:==|=~|!=)[ \t]{0,4}|\bgrep(?: {1,4}-\w+)* {1,4})([^\s"'$;|&()[\]-][^\s"';|&()]*)/g),
  ].map(([, body]) => body ?? '');
  const globs = [...cases, ...bare].map(body => body.replaceAll('*', ''));
  const found = [...patterns, ...nested, ...quoted, ...globs]
    .flatMap(body => alternativesOf(unslash(body)))
    .flatMap(toTexts);
  return [...new Set(found)].slice(0, mostTexts);
}

/** `\\s` in an ordinary string is `\s` of the pattern. */
function unslash(body: string): string {
  return body.replaceAll('\\\\', '\\').replace(/\\(["'/])/g, '$1');
}

function toTexts(source: string): string[] {
  if (isProse(source)) return [];
  const example = exampleOfRegex(source.replace(/^\*+|\*+$/g, ''));
  if (example === undefined) return isWorthTrying(source) ? [source] : [];
  return [example.trim()].filter(isWorthTrying);
}

/** A message for a person, and nothing that is looked for. */
function isProse(source: string): boolean {
  return /\s/.test(source) && (/[\w)][.!?:](?:\s|$)/.test(source) || /^[A-Z][a-z]+ [a-z]+ /.test(source));
}

function isWorthTrying(text: string): boolean {
  if (text.length < 2 || text.length > 120 || plumbing.has(text)) return false;
  if (!/[A-Za-z0-9]/.test(text) || /^[\d.]+$/.test(text)) return false;
  if (/\$\{?\w|\$\(|%[sd]|tool_input|hookSpecific|permissionDecision|stop_hook_active|CLAUDE_/.test(text)) return false;
  return !/[{}<>]/.test(text) && !/^-{1,2}\w+$/.test(text);
}

function findFields(text: string): string[] {
  const forms = [
    /tool_?[iI]nput\??\.(\w+)/g,
    /tool_?[iI]nput["']?\]?\??\.?\[\s*["'](\w+)["']\s*\]/g,
    /\binput\??\.(\w+)/g,
    /\.get\(\s*["'](\w+)["']/g,
    /\[\s*["'](\w+)["']\s*\]/g,
  ];
  const found = forms.flatMap(form => [...text.matchAll(form)].map(([, name]) => name ?? ''));
  return [...new Set(found)].filter(name => !notInputFields.has(name)).slice(0, 8);
}

const notInputFields = new Set([
  ...[
    'tool_input',
    'tool_name',
    'hook_event_name',
    'session_id',
    'transcript_path',
    'cwd',
    'get',
    'trim',
    'toLowerCase',
  ],
  ...['hookSpecificOutput', 'prompt', 'stop_hook_active', 'includes', 'match', 'test', 'length', 'tool_response'],
]);

function findNumbers(text: string): number[] {
  const found = [...text.matchAll(/(?:[<>]=?|===?|-(?:gt|ge|lt|le|eq))\s*(-?\d[\d_]*(?:\.\d+)?)/g)];
  const numbers = found.map(([, digits]) => Number((digits ?? '').replaceAll('_', ''))).filter(Number.isFinite);
  return [...new Set(numbers)].slice(0, 4);
}
