/**
 * Keeps a temporary PostgreSQL server: makes it, says where it is in one line of JSON, and takes it away when its input ends.
 * The input is a pipe to the process that wanted it, so it also ends when that one is killed.
 * usage: node keep-server.mjs '{"listen": ["10.0.0.1"], "clients": ["10.0.0.0/24"]}'
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { findPostgres } from './find-postgres.mjs';

const user = 'hooklaw_test';
const { listen = [], clients = [] } = JSON.parse(process.argv[2] ?? '{}');

/** The server refuses to run as root: it gets another user's id where there is one. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const ids = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const groups = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (ids.status === 0 && groups.status === 0) return { uid: Number(ids.stdout), gid: Number(groups.stdout) };
  }
  throw new Error('there is no user as whom the server may run');
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** An authority with the server's certificate, and another authority that has signed nothing; false where it cannot be done. */
function makeCertificates(at) {
  const openssl = (...args) => execFileSync('openssl', args, { stdio: 'pipe', cwd: at() });
  const names = ['DNS:localhost', 'IP:127.0.0.1', ...listen.map(address => `IP:${address}`)].join(',');
  const authority = name => [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`],
  ];
  try {
    openssl(...authority('authority'));
    openssl(...authority('stranger'));
    fs.writeFileSync(at('names.cnf'), `subjectAltName=${names}\n`);
    openssl(
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=server'],
      ...['-keyout', 'server.key', '-out', 'server.csr'],
    );
    openssl(
      ...['x509', '-req', '-in', 'server.csr', '-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial'],
      ...['-days', '2', '-extfile', 'names.cnf', '-out', 'server.crt'],
    );
    return true;
  } catch (error) {
    process.stderr.write(`postgres: no certificate can be made: ${error.message.split('\n')[0]}\n`);
    return false;
  }
}

function accessRules() {
  const networks = clients.map(network => `hostssl all all ${network} scram-sha-256\n`);
  return `local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n${networks.join('')}`;
}

function settings(folder, port, tls) {
  return {
    port,
    listen_addresses: ['127.0.0.1', ...listen].join(','),
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    shared_buffers: '32MB',
    max_connections: 120,
    log_min_messages: 'panic',
    ...(tls
      ? { ssl: 'on', ssl_cert_file: path.join(folder, 'server.crt'), ssl_key_file: path.join(folder, 'server.key') }
      : {}),
  };
}

/** Waits until the server lets someone in, which its own file says; false when it ended instead. */
async function isUp(server, ownFile) {
  for (let tries = 0; tries < 600 && server.exitCode === null && server.signalCode === null; tries++) {
    if (fs.existsSync(ownFile) && /^ready/m.test(fs.readFileSync(ownFile, 'utf8'))) return true;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return false;
}

async function makeServer(bin, folder, ids) {
  const at = (...parts) => path.join(folder, ...parts);
  const env = { PATH: `${bin}:${process.env.PATH}`, LC_ALL: 'C', TZ: 'UTC' };
  const password = randomBytes(18).toString('hex');
  fs.writeFileSync(at('password'), `${password}\n`);
  const tls = makeCertificates(at);
  for (const name of fs.readdirSync(folder)) {
    if (ids.uid !== undefined) fs.chownSync(at(name), ids.uid, ids.gid);
    fs.chmodSync(at(name), name.endsWith('.crt') ? 0o644 : 0o600);
  }
  const how = ['-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', `--pwfile=${at('password')}`];
  execFileSync(path.join(bin, 'initdb'), ['-D', at('data'), ...how], { ...ids, env, cwd: folder, stdio: 'pipe' });
  fs.writeFileSync(at('data', 'pg_hba.conf'), accessRules());
  const port = await freePort();
  const options = Object.entries(settings(folder, port, tls)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(bin, 'postgres'), ['-D', at('data'), ...options], {
    ...ids,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const place = { socket: folder, port, user, password, passwordFile: at('password') };
  const certificates = tls ? { ca: at('authority.crt'), otherCa: at('stranger.crt') } : {};
  return { server, place: { ...place, ...certificates }, up: await isUp(server, at('data', 'postmaster.pid')) };
}

async function endServer(server) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const over = once(server, 'exit');
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), 5_000);
  await over;
  clearTimeout(timer);
}

async function main() {
  const bin = findPostgres();
  if (bin === undefined) return { missing: 'no PostgreSQL server here' };
  const ids = unprivileged();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-pg-'));
  if (ids.uid !== undefined) fs.chownSync(folder, ids.uid, ids.gid);
  fs.chmodSync(folder, 0o755);
  try {
    const { server, place, up } = await makeServer(bin, folder, ids);
    try {
      if (!up) return { missing: 'the PostgreSQL server ended while it started' };
      process.stdout.write(`${JSON.stringify(place)}\n`);
      process.stdin.resume();
      await Promise.race([once(process.stdin, 'close'), once(process, 'SIGTERM'), once(server, 'exit')]);
      return undefined;
    } finally {
      await endServer(server);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

process.on('SIGINT', () => undefined);
process.stdin.on('error', () => undefined);
const problem = await main().catch(error => ({ missing: `no PostgreSQL server can be started: ${error.message}` }));
if (problem !== undefined) process.stdout.write(`${JSON.stringify(problem)}\n`);
process.exit(0);
