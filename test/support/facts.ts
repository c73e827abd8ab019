import fs from 'node:fs';
import path from 'node:path';
import { compileSource } from '../../src/adapters/compile-source.ts';
import { resolveFacts } from '../../src/adapters/facts/resolve-facts.ts';
import type { Fact } from '../../src/core/context/fact.ts';
import type { Layer } from '../../src/core/decision/decision.ts';
import type { PlacedFact } from '../../src/ports/world.ts';
import type { Sandbox } from './hook-process.ts';

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly layer?: Layer;
  readonly trusted?: boolean;
  /** The folder of the law, in the sandbox. */
  readonly lawFolder?: string;
  /** Milliseconds that are left. */
  readonly left?: number;
}

/** A sandbox with a project in `proj`, and what the sources of facts give there. */
export class FactSandbox {
  readonly sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    fs.mkdirSync(path.join(sandbox.dir, 'proj'));
  }

  /** Writes a file that only its owner can write, whatever the umask. */
  write(name: string, content: string, mode = 0o644): string {
    const file = this.sandbox.write(name, content);
    for (let folder = path.dirname(file); folder !== this.sandbox.dir; folder = path.dirname(folder)) {
      fs.chmodSync(folder, 0o755);
    }
    fs.chmodSync(file, mode);
    return file;
  }

  /** Resolves facts that are written as in a law: `{ env: X }`. */
  async resolve<Name extends string>(facts: Record<Name, string>, given: Given = {}): Promise<Record<Name, Fact>> {
    const { env = {}, layer = 'named', trusted = true, lawFolder = 'law', left = 20_000 } = given;
    const context = Object.entries(facts).map(([name, fact]) => `  ${name}: ${fact}\n`);
    const text = `hooklaw: 1\ncontext:\n${context.join('')}rules: [{ id: r, kind: policy, tool: Bash, deny: no }]\n`;
    const { law } = compileSource(Buffer.from(text), 'law.yaml');
    const file = path.join(this.sandbox.dir, lawFolder, 'law.yaml');
    const placed = Object.entries(law.context).map(([name, definition]): [string, PlacedFact] => [
      name,
      { definition, file, layer, trusted },
    ]);
    const end = performance.now() + left;
    const place = { env, project: path.join(this.sandbox.dir, 'proj'), left: () => end - performance.now() };
    return (await resolveFacts(Object.fromEntries(placed), place)) as Record<Name, Fact>;
  }

  /** The value of one fact, or why it has none. */
  async one(fact: string, given?: Given): Promise<unknown> {
    const { fact: resolved } = await this.resolve({ fact }, given);
    return 'value' in resolved ? resolved.value : resolved.failure;
  }
}
