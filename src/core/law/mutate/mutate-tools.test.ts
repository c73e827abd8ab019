import { expect, it } from 'vitest';
import { mutateTools } from './mutate-tools.ts';

const toolsOf = (tool: string | string[]): unknown[] => mutateTools(tool).map(edit => edit.tool);

it('a list loses one tool at a time, but none that another pattern covers', () => {
  expect(toolsOf(['Write', 'Edit'])).toEqual([['Edit'], ['Write']]);
  expect(toolsOf(['mcp__s__refund', 'mcp__s__*', 'Bash'])).toEqual([
    ['mcp__s__refund', 'Bash'],
    ['mcp__s__refund', 'mcp__s__*'],
    ['mcp__s__refund', 'mcp__*', 'Bash'],
  ]);
});

it('a glob becomes one word shorter, or the one name without its star', () => {
  expect(toolsOf('mcp__s__refund*')).toEqual(['mcp__s__*', 'mcp__s__refund']);
  expect(toolsOf('mcp__s__*')).toEqual(['mcp__*']);
  expect(toolsOf('Notebook*')).toEqual(['*', 'Notebook']);
});

it('one exact name, and every tool, stay', () => {
  expect(toolsOf('Bash')).toEqual([]);
  expect(toolsOf('*')).toEqual([]);
  expect(toolsOf(['Bash'])).toEqual([]);
});
