import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json-value.ts';
import { createFixedSurroundings } from '../fixed-surroundings.ts';
import { ParserNeeded } from '../parsers.ts';
import { createFacts } from './create-facts.ts';
import { type CallFacts, UnreadableError } from './facts.ts';

function factsOf(tool: string, input: JsonObject): CallFacts {
  return createFacts({ tool, input, surroundings: createFixedSurroundings(), parsers: {} });
}

describe('the facts of a call', () => {
  it('have a shell where the tool takes a command', () => {
    expect(factsOf('Bash', { command: 'git push -f' }).shell().runs('git push', ['-f'])).toBe(true);
    expect(factsOf('Monitor', { command: 'git push -f' }).shell().runs('git push')).toBe(true);
    for (const [tool, input] of [
      ['Read', { file_path: 'x' }],
      ['SlashCommand', { command: '/commit' }],
      ['mcp__notes__add', { command: 'rm -rf /' }],
    ] as const) {
      expect(() => factsOf(tool, input).shell()).toThrow(UnreadableError);
      expect(factsOf(tool, input).files().deletes('**')).toBe(false);
    }
  });

  it('read a command in another field as well', () => {
    const facts = factsOf('mcp__host__run', { script: 'x' });
    expect(facts.shellOf('cd /x && git push -f').runs('git push', ['-f'])).toBe(true);
    expect(facts.shellOf('x')).toBe(facts.shellOf('x'));
  });

  it('tell what the tools of the client do', () => {
    expect(factsOf('Read', { file_path: '/home/u/.ssh/id_rsa' }).files().reads('~/.ssh')).toBe(true);
    expect(factsOf('Write', { file_path: 'src/x.ts' }).files().writesOutside('.')).toBe(false);
    expect(factsOf('WebFetch', { url: 'https://X.test/a' }).files().hosts()).toEqual(['x.test']);
    expect(factsOf('mcp__files__read', { path: '/etc/shadow' }).files().reads('/etc')).toBe(false);
  });

  it('take the dialect of a query from the name of the tool', () => {
    const query = 'SELECT [a] FROM t';
    expect(factsOf('mcp__mssql__query', {}).sqlOf(query).writes()).toBe(false);
    expect(factsOf('mcp__db__query', {}).sqlOf(query, 'mssql').writes()).toBe(false);
    expect(() => factsOf('mcp__db__query', {}).sqlOf(query, 'oracle')).toThrow(UnreadableError);
  });

  it('say which parser is needed, each time', () => {
    const sql = factsOf('mcp__postgres__query', {});
    const ask = (): boolean => sql.sqlOf('DELETE FROM t WHERE a = 1').writes();
    expect(ask).toThrow(ParserNeeded);
    expect(ask).toThrow(ParserNeeded);
  });

  it('refuse a misspelt source of text', () => {
    const shell = factsOf('Bash', { command: 'true' }).shell();
    expect(shell.executes('download')).toBe(false);
    expect(() => shell.executes('downloads')).toThrow(UnreadableError);
  });
});
