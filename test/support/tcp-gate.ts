import net, { type AddressInfo, type Socket } from 'node:net';

/** What becomes of the bytes between a client and a server. */
export type GateMode = 'open' | 'silent' | 'cut';

/** A way to a server that can be shut: silently, as a network that is down, or by ending the connections. */
export class TcpGate {
  readonly #server: net.Server;
  readonly #sockets = new Set<Socket>();
  #mode: GateMode = 'open';
  /** Called with what a client sends, before it is passed on. */
  watch: ((data: Buffer) => void) | undefined;

  private constructor(target: number) {
    this.#server = net.createServer(client => {
      const server = net.connect(target, '127.0.0.1');
      this.#join(client, server, data => this.watch?.(data));
      this.#join(server, client);
    });
  }

  static async to(target: number, address = '127.0.0.1'): Promise<TcpGate> {
    const gate = new TcpGate(target);
    await new Promise<void>(resolve => gate.#server.listen(0, address, resolve));
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  set mode(mode: GateMode) {
    this.#mode = mode;
    if (mode === 'cut') for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.mode = 'cut';
    this.#server.close();
  }

  #join(from: Socket, to: Socket, see?: (data: Buffer) => void): void {
    this.#sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      // A network that is down does not tell of an end either.
      if (this.#mode !== 'silent') to.destroy();
    });
    from.on('data', data => {
      see?.(data);
      if (this.#mode === 'open') to.write(data);
    });
  }
}
