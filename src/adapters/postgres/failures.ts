import { StateError } from '../../ports/state-store.ts';
import type { PostgresAddress } from './address.ts';

/** Deadlock and serialization failure: nothing was done, and the same again may succeed. */
const conflicts = new Set(['40P01', '40001']);

const networkTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'there is no such socket',
  EACCES: 'the socket may not be used',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the host name cannot be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ETIMEDOUT: 'it did not answer',
  ECONNRESET: 'it ended the connection',
  EPIPE: 'it ended the connection',
};

const serverTexts: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'there is no database of that name',
  '25006': 'it only lets itself be read; a standby cannot keep state',
  '42501': 'the user lacks a privilege',
  '53300': 'it has no connection left',
  '53100': 'its disk is full',
  '57P01': 'it is shutting down',
  '57P03': 'it is starting up',
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isTlsFailure(error: Error, code: string | undefined): boolean {
  return /CERT|SIGNED|SIGNATURE|SSL|TLS/.test(code ?? '') || /SSL|TLS/.test(error.message);
}

function describe(error: Error, code: string | undefined): string {
  if (/timeout/i.test(error.message)) return 'it did not answer in time';
  const network = networkTexts[code ?? ''];
  if (network !== undefined) return network;
  const detail = error.message.replace(/\.$/, '');
  const server = serverTexts[code ?? ''];
  if (server !== undefined) return `${server} (${detail})`;
  if (isTlsFailure(error, code))
    return `it is not trusted (${detail}); name the authority that signed its certificate as ca`;
  return /terminated/.test(detail) ? 'it ended the connection' : detail;
}

/** Whether a transaction can simply be tried again. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error) ?? '');
}

/** Whether the connection is gone for a reason that a new one may not have, such as a restart of the server. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return code === 'ECONNRESET' || code === 'EPIPE' || code === '57P01';
  return error instanceof Error && /terminated|not queryable/.test(error.message);
}

/** Whether a table or schema is missing, as before the first use. */
export function isMissingTable(error: unknown): boolean {
  return ['42P01', '3F000'].includes(codeOf(error) ?? '');
}

/** Whether the server's user may not do what was asked. */
export function isMissingPrivilege(error: unknown): error is Error {
  return codeOf(error) === '42501';
}

/** Whether the server itself has said that it did not do what was asked; everything else leaves that open. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR' && codeOf(error) !== '40003';
}

/** The place of a server, for a person. */
export function placeOf({ host, port, database }: PostgresAddress): string {
  return host.startsWith('/') ? `\`${database}\` at \`${host}\`` : `\`${database}\` at \`${host}:${port}\``;
}

/** An error for a person, whatever the library or the server has said. */
export function toStateError(error: unknown, address: PostgresAddress): StateError {
  if (error instanceof StateError) return error;
  const text = error instanceof Error ? describe(error, codeOf(error)) : String(error);
  return new StateError(`the PostgreSQL database ${placeOf(address)} cannot be used: ${text}`, error);
}
