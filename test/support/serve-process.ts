import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { cleanEnv, entry } from './hook-process.ts';

export type LogLine = Readonly<Record<string, unknown>>;

export interface HttpAnswer {
  readonly status: number;
  readonly verdict: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** TLS options, for a server with TLS. */
  readonly tls?: https.RequestOptions;
  readonly socketPath?: string;
  readonly agent?: http.Agent;
}

/** Sends one request and gives the answer; throws when there is none. */
export function send(
  url: string,
  { method = 'POST', headers, body, tls, socketPath, agent }: Sent = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const library = url.startsWith('https:') ? https : http;
    const request = library.request(
      url,
      {
        method,
        headers: { ...headers },
        agent: agent ?? false,
        ...(socketPath === undefined ? {} : { socketPath }),
        ...tls,
      },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            verdict: response.headers['hooklaw-verdict'] as string | undefined,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** A `hooklaw serve` of its own, as a process. */
export class ServeProcess {
  readonly child: ChildProcess;
  readonly log: LogLine[] = [];
  stderr = '';
  readonly ended: Promise<number | null>;
  #waiting: (() => void)[] = [];

  private constructor(args: readonly string[], { home, cwd, env, command }: ServeOptions) {
    const [program = process.execPath, ...words] = command ?? [process.execPath, entry];
    this.child = spawn(program, [...words, 'serve', ...args], {
      cwd: cwd ?? home,
      env: { ...cleanEnv(home), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let rest = '';
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('{')) this.log.push(JSON.parse(line) as LogLine);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    this.ended = once(this.child, 'close').then(([code]) => {
      for (const wake of this.#waiting.splice(0)) wake();
      return code as number | null;
    });
  }

  /** Starts one and waits until it listens; on a port that is free unless the arguments name an address. */
  static async start(args: readonly string[], options: ServeOptions): Promise<ServeProcess> {
    const listen = args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
    const server = new ServeProcess([...args, ...listen], options);
    await server.until('listening');
    return server;
  }

  /** Waits for a line of the log. @throws when the process ends before there is one */
  async until(message: string, from = 0): Promise<LogLine> {
    for (;;) {
      const found = this.log.slice(from).find(line => line['message'] === message);
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`it ended (${this.child.exitCode}) before «${message}»: ${this.stderr}`);
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  /** The address that it listens on, or one of them. */
  url(at = 0): string {
    const { urls } = this.log.find(line => line['message'] === 'listening') as { readonly urls: readonly string[] };
    return urls[at] ?? '';
  }

  post(path: string, event: unknown, more: Sent = {}): Promise<HttpAnswer> {
    const body = typeof event === 'string' || event instanceof Uint8Array ? event : JSON.stringify(event);
    return send(`${this.url()}${path}`, { body, ...more });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}

interface ServeOptions {
  readonly home: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program and its first words; the Node build unless it is given. */
  readonly command?: readonly string[];
}
