import fs from 'node:fs';
import path from 'node:path';
import { readJsonLines } from '../../../scripts/shared/json-lines.mjs';

const fileOf = version => path.join(import.meta.dirname, 'observed', `${version}.jsonl`);

/** What was recorded with one version of the client, by the scenario's id. */
export function readObserved(version) {
  return new Map(readJsonLines(fileOf(version)).map(record => [record.id, record]));
}

/** Replaces the record of one version. */
export function writeObserved(version, records) {
  fs.mkdirSync(path.dirname(fileOf(version)), { recursive: true });
  fs.writeFileSync(fileOf(version), records.map(record => `${JSON.stringify(record)}\n`).join(''));
}
