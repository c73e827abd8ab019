// The registries of checks hold every file of their folders, and together report every code of the self-test.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { problemCatalogue } from '../src/core/problem/catalogue.ts';
import type { Check } from '../src/core/self-test/check.ts';
import { runChecks } from '../src/core/self-test/checks/runs/index.ts';
import { settingsChecks } from '../src/core/self-test/checks/settings/index.ts';

const folder = path.join(import.meta.dirname, '..', 'src', 'core', 'self-test', 'checks');
const registries: Readonly<Record<Check['reads'], readonly Check[]>> = { settings: settingsChecks, runs: runChecks };

test.each(['settings', 'runs'] as const)('%s: each check stands in a file of its name', reads => {
  const files = fs
    .readdirSync(path.join(folder, reads))
    .filter(file => /^[\w-]+\.ts$/.test(file) && file !== 'index.ts');
  const checks = registries[reads];
  expect(checks.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
  expect(checks.filter(check => check.reads !== reads)).toEqual([]);
});

test('every code about settings and hooks belongs to a check', () => {
  const codes = new Set([...settingsChecks, ...runChecks].flatMap(check => check.codes));
  const wanted = Object.keys(problemCatalogue).filter(code => /^(?:settings|hook)\//.test(code));
  expect([...codes].sort()).toEqual(wanted.sort());
});
