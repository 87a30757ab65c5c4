import { PortageError } from '@portage/core';

const connectionFaults: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);

/** SQLSTATE or system code of a driver's error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Keys of rows that a transaction writes because it saw none of them. */
const keysOfFirsts: ReadonlySet<unknown> = new Set([
  'settlements_pkey',
  'requests_pkey',
  'requests_order_id_key',
  'request_states_pkey',
]);

/**
 * True if the whole transaction must run again: after a serialization failure, a deadlock, or where
 * another transaction opened the settlement, or began the request, after this one had read.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '23505')
    return error instanceof Error && 'constraint' in error && keysOfFirsts.has(error.constraint);
  return code === '40001' || code === '40P01';
}

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  // 08 connection, 53 resources, 57P shutdown; the driver's own errors carry no code.
  if (code !== undefined)
    return (
      code.startsWith('08') ||
      code.startsWith('53') ||
      code.startsWith('57P') ||
      connectionFaults.has(code)
    );
  return (
    error instanceof Error &&
    /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(
      error.message,
    )
  );
}

/**
 * Turns an unreachable database into `SERVICE_UNAVAILABLE`. Any other error is a bug of ours and
 * stays.
 */
export function translateError(error: unknown): unknown {
  return isUnavailable(error)
    ? new PortageError('SERVICE_UNAVAILABLE', {
        message: 'The database is not available.',
        cause: error,
      })
    : error;
}
