import { type JsonObject, ownString } from '../../json/json-value.ts';
import { expandHome } from '../path/target-path.ts';
import { deep, one, type Pattern, star } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Effects, FileEffect } from './effect.ts';
import { fileEffects } from './file-effect.ts';
import { type FileUse, read, remove, write } from './use.ts';

/**
 * What one of the client's own tools does to files and hosts; undefined for a tool that is none of them, and for shells.
 * The names of the tools and their fields are those of Claude Code.
 */
export function effectsOfTool(tool: string, input: JsonObject, surroundings: Surroundings): Effects | undefined {
  const uses = Object.hasOwn(tools, tool) ? tools[tool]?.(input) : usesOfServer(tool, input);
  if (uses === undefined) return tool === 'WebFetch' ? fetched(input) : undefined;
  return { files: uses.flatMap(use => rooted(use, surroundings)), network: [], printsEnvironment: false };
}

const fields = ['path', 'file_path', 'filepath', 'filename', 'file', 'source', 'uri', 'paths', 'files'];

/** Tools of servers that work on files, by what they are called: `mcp__filesystem__read_text_file`. */
function usesOfServer(tool: string, input: JsonObject): FileUse[] | undefined {
  const short = /^mcp__.+?__(.+)$/s.exec(tool)?.[1]?.toLowerCase();
  const verb = short === undefined || !/file|document/.test(short) ? undefined : /^[a-z]+/.exec(short)?.[0];
  if (verb === undefined) return undefined;
  const paths = fields.flatMap(field => {
    const value = input[field];
    return (Array.isArray(value) ? value : [value]).filter(item => typeof item === 'string');
  });
  if (/^(?:read|get|view|open|load|cat|show|download)$/.test(verb)) return paths.map(path => read(path));
  if (/^(?:delete|remove|unlink|move|rename)$/.test(verb)) return paths.map(path => remove(path));
  if (/^(?:edit|patch|update)$/.test(verb)) return paths.flatMap(path => [read(path), write(path)]);
  return /^(?:write|create|append|save|upload)$/.test(verb) ? paths.map(path => write(path)) : undefined;
}

function rooted(use: FileUse, surroundings: Surroundings): FileEffect[] {
  const path = fromUrl(expandHome(use.path, surroundings));
  return fileEffects({ ...use, path }, { cwd: surroundings.cwd, elsewhere: false }, surroundings);
}

function fromUrl(path: string): string {
  return /^file:\/\/(?:localhost)?(\/.*)$/i.exec(path)?.[1] ?? path;
}

type Describe = (input: JsonObject) => FileUse[];

const pathIn = (input: JsonObject): string[] => {
  const path = ['file_path', 'notebook_path', 'path']
    .map(name => ownString(input, name))
    .find(text => text !== undefined);
  return path === undefined || path === '' ? [] : [path];
};

const reads: Describe = input => pathIn(input).map(path => read(path));
const writes: Describe = input => pathIn(input).map(path => write(path));
const edits: Describe = input => [...reads(input), ...writes(input)];

/** The pattern is data; the glob says which files below the path are read. */
const grep: Describe = input => {
  const folder = pathIn(input)[0] ?? '.';
  const glob = ownString(input, 'glob');
  if (glob === undefined || glob === '') return [read(folder, { recursive: true })];
  return globs(glob).map(name => read(`${folder}/${name}`, { many: true }));
};

const maxChoices = 256;

/** Every alternative of a glob; what it leaves out (`!…`) makes nothing certain. */
function globs(glob: string): Pattern[] {
  const done: string[] = [];
  const pending = glob.split(/[\s,](?![^{]*\})/).filter(part => part !== '');
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const found = /\{([^{}]*)\}/.exec(next);
    if (found === null || done.length + pending.length > maxChoices) done.push(next);
    else {
      for (const choice of (found[1] ?? '').split(',')) {
        pending.push(next.slice(0, found.index) + choice + next.slice(found.index + found[0].length));
      }
    }
  }
  const taken = done.filter(part => !part.startsWith('!'));
  return taken.length === 0 ? [deep] : taken.map(toOpen);
}

function toOpen(glob: string): Pattern {
  const anywhere = !glob.startsWith('/') && !glob.slice(0, -1).includes('/');
  const open = glob
    .replace(/^\//, '')
    .replace(/\[[^\]]*\]|\?/g, one)
    .replace(/\*\*/g, deep)
    .replaceAll('*', star);
  return anywhere ? `${deep}/${open}` : open;
}

const tools: Readonly<Record<string, Describe>> = {
  Read: reads,
  NotebookRead: reads,
  Edit: edits,
  MultiEdit: edits,
  Update: edits,
  NotebookEdit: edits,
  Write: writes,
  Grep: grep,
  Glob: () => [],
  LS: () => [],
};

function fetched(input: JsonObject): Effects {
  const url = ownString(input, 'url');
  const network = url === undefined ? [] : [{ address: url, sends: false, files: [] }];
  return { files: [], network, printsEnvironment: false };
}
