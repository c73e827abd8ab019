import net from 'node:net';
import tls from 'node:tls';

/**
 * A client made for measuring: keeps connections open, writes a request in one piece, and reads answers by their length. It costs a
 * fraction of what an HTTP library does, so that on a machine of two cores the server is measured and not its client.
 */
class Connection {
  #socket;
  #text = '';
  #waiting = undefined;

  constructor(target) {
    this.target = target;
  }

  #open() {
    const socket = this.target.tls ? tls.connect(this.target.tls) : net.connect(this.target);
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', text => this.#take(text));
    const lost = error => {
      if (socket === this.#socket) this.#fail(error ?? new Error('the connection was closed'));
    };
    socket.on('error', lost).on('close', () => lost());
    this.#socket = socket;
  }

  #fail(error) {
    this.close();
    this.#text = '';
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  #take(text) {
    this.#text += text;
    const head = this.#text.indexOf('\r\n\r\n');
    if (head === -1) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#text)?.[1] ?? 0);
    if (this.#text.length < head + 4 + length) return;
    const answer = {
      status: Number(this.#text.slice(9, 12)),
      verdict: /\r\nhooklaw-verdict: *(\w+)/i.exec(this.#text)?.[1],
      body: this.#text.slice(head + 4, head + 4 + length),
    };
    const ends = /\r\nconnection: *close/i.test(this.#text.slice(0, head));
    this.#text = '';
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (ends) this.close();
    waiting?.resolve(answer);
  }

  /** Sends a request that is written out whole; one at a time. */
  send(bytes) {
    if (this.#socket === undefined) this.#open();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  close() {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.destroy();
  }
}

/** Connections that are taken and given back; a further one is opened when all are in use. */
export class ConnectionPool {
  #free = [];
  #all = [];

  constructor(target) {
    this.target = target;
  }

  /** Sends a request and gives its answer; throws when there is none. */
  async send(bytes) {
    const connection = this.#free.pop() ?? this.#make();
    try {
      return await connection.send(bytes);
    } finally {
      this.#free.push(connection);
    }
  }

  #make() {
    const connection = new Connection(this.target);
    this.#all.push(connection);
    return connection;
  }

  close() {
    for (const connection of this.#all) connection.close();
  }
}

/** The bytes of a request. */
export function requestBytes(path, body, headers = {}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
  );
}
