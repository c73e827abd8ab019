import type { JsonValue } from '../../core/json/json-value.ts';
import { readRegularFile, UnreadableFile } from '../read-regular-file.ts';
import { FactFailure } from './fact-failure.ts';

/** YAML takes long to parse (12,000 keys 1.6 s), and nothing can interrupt it; in bytes. */
const largestYaml = 64 * 1024;

/**
 * Reads a file that a fact rests on.
 * @param named its name in the law
 * @throws {FactFailure} when it cannot be read
 */
export function readFactText(file: string, named: string, most?: number): string {
  try {
    return decode(readRegularFile(file, most), named);
  } catch (error) {
    throw unreadable(named, error);
  }
}

/** Says of a file system's error what a person can use. */
export function unreadable(named: string, error: unknown): FactFailure {
  if (error instanceof FactFailure) return error;
  if (error instanceof UnreadableFile) return new FactFailure(`its source \`${named}\` ${error.message}`);
  const { code } = error as NodeJS.ErrnoException;
  return new FactFailure(`its source \`${named}\` cannot be read${code === undefined ? '' : ` (${code})`}`);
}

/** @throws {FactFailure} for anything but UTF-8, with or without a byte order mark */
export function decode(bytes: Uint8Array, named: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FactFailure(`\`${named}\` is not UTF-8`);
  }
}

/** @throws {FactFailure} */
export function parseJson(text: string, named: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new FactFailure(`\`${named}\` is not JSON`);
  }
}

async function readYaml(text: string, named: string): Promise<JsonValue> {
  const { parseYaml } = await import('./parse-yaml.ts');
  try {
    return parseYaml(text);
  } catch {
    throw new FactFailure(`\`${named}\` is not YAML with JSON's values`);
  }
}

/** Reads a file of facts; its ending says whether it is YAML or JSON. */
export async function readFactFile(file: string, named: string): Promise<JsonValue> {
  if (!/\.ya?ml$/i.test(named)) return parseJson(readFactText(file, named), named);
  return readYaml(readFactText(file, named, largestYaml), named);
}
