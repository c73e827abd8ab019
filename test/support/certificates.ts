import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Files of an authority, a server and clients. */
export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** Of a client called `desk-7`, signed by the authority. */
  readonly clientCert: string;
  readonly clientKey: string;
  /** Of a client that signed its certificate itself. */
  readonly strangerCert: string;
  readonly strangerKey: string;
}

const ecKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Makes certificates for a test with the system's `openssl`. */
export function makeCertificates(folder: string): Certificates {
  fs.mkdirSync(folder, { recursive: true });
  const at = (name: string): string => path.join(folder, name);
  const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' });
  const selfSigned = (name: string): void =>
    openssl(
      'req',
      '-x509',
      ...ecKey,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.crt`),
    );
  const signed = (name: string): void => {
    openssl('req', ...ecKey, '-subj', `/CN=${name}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`));
    const by = ['-CA', at('authority.crt'), '-CAkey', at('authority.key'), '-CAcreateserial', '-days', '2'];
    openssl('x509', '-req', '-in', at(`${name}.csr`), ...by, '-extfile', at('names.cnf'), '-out', at(`${name}.crt`));
  };
  fs.writeFileSync(at('names.cnf'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  selfSigned('authority');
  selfSigned('stranger');
  signed('server');
  signed('desk-7');
  for (const name of ['server', 'authority', 'stranger', 'desk-7']) fs.chmodSync(at(`${name}.key`), 0o600);
  return {
    ca: at('authority.crt'),
    cert: at('server.crt'),
    key: at('server.key'),
    clientCert: at('desk-7.crt'),
    clientKey: at('desk-7.key'),
    strangerCert: at('stranger.crt'),
    strangerKey: at('stranger.key'),
  };
}
