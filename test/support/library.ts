import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine, type Engine, type EngineOptions, loadLaw } from '../../src/shells/library/main.ts';

/** A folder of its own for one test: a project, a state folder, a home; and engines in it. */
export class LibraryBox {
  readonly dir: string = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-library-')));
  readonly stateDir: string = path.join(this.dir, 'state');
  readonly project: string = path.join(this.dir, 'project');
  readonly env = { HOME: path.join(this.dir, 'home'), PATH: process.env['PATH'] ?? '' };

  constructor() {
    fs.mkdirSync(this.project);
    fs.mkdirSync(this.env.HOME);
  }

  write(name: string, text: string, mode = 0o644): string {
    const file = path.join(this.dir, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { mode });
    return file;
  }

  /** Options for this box; the law is rules alone, or a whole law. */
  async options(law: string, more: Partial<EngineOptions> = {}): Promise<EngineOptions> {
    const text = law.startsWith('hooklaw:') ? law : `hooklaw: 1\nrules:\n${law.trim().replace(/^/gm, '  ')}`;
    const { stateDir, project, env } = this;
    return { law: await loadLaw({ text }), stateDir, project, env, ...more };
  }

  async engine(law: string, more: Partial<EngineOptions> = {}): Promise<Engine> {
    return createEngine(await this.options(law, more));
  }

  lines<T = Record<string, unknown>>(name: string): T[] {
    const file = path.join(this.stateDir, name);
    if (!fs.existsSync(file)) return [];
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    return lines.filter(line => line !== '').map(line => JSON.parse(line) as T);
  }

  /** `outcome tool` of each audit row. */
  get audit(): string[] {
    return this.lines<{ outcome: string; tool: string }>('audit_log.jsonl').map(row => `${row.outcome} ${row.tool}`);
  }

  remove(): void {
    fs.rmSync(this.dir, { recursive: true, force: true });
  }
}
