// The registries of checks hold every check of their folder, and nothing else.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { problemCatalogue } from '../src/core/problem/catalogue.ts';
import { runChecks } from '../src/core/self-test/checks/runs/index.ts';
import { settingsChecks } from '../src/core/self-test/checks/settings/index.ts';

const checks = path.join(import.meta.dirname, '..', 'src', 'core', 'self-test', 'checks');
const registries = { settings: settingsChecks, runs: runChecks } as const;

test.each(['settings', 'runs'] as const)('the registry of %s is its folder', folder => {
  const files = fs
    .readdirSync(path.join(checks, folder))
    .filter(file => file !== 'index.ts' && !file.endsWith('.test.ts'));
  const names = registries[folder].map(({ name }) => name);
  expect(names.toSorted()).toEqual(files.map(file => path.basename(file, '.ts')).sort());
  expect(registries[folder].filter(({ reads }) => reads !== folder)).toEqual([]);
});

test('every code of the settings and of runs belongs to a check', () => {
  const claimed = new Set([...settingsChecks, ...runChecks].flatMap(({ codes }) => codes));
  const own = Object.keys(problemCatalogue).filter(code => /^(?:settings|hook)\//.test(code));
  expect(own.filter(code => !claimed.has(code as keyof typeof problemCatalogue))).toEqual([]);
});
