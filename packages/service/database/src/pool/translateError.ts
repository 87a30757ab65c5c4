import { PortageError } from '@portage/core';

const connectionFaults: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);

/** The SQLSTATE or system code of an error of the driver. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/**
 * Whether the whole transaction is to be tried again: a serialization failure, a deadlock, or a
 * settlement slot that another transaction took after this one had looked.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '23505')
    return (
      error instanceof Error &&
      'constraint' in error &&
      error.constraint === 'settlement_slots_pkey'
    );
  return code === '40001' || code === '40P01';
}

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  // 08 connection, 53 resources, 57P shutdown; the driver's own words carry no code.
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
 * A database that cannot be reached becomes `SERVICE_UNAVAILABLE`; anything else is a bug of ours
 * and stays as it is.
 */
export function translateError(error: unknown): unknown {
  return isUnavailable(error)
    ? new PortageError('SERVICE_UNAVAILABLE', {
        message: 'The database is not available.',
        cause: error,
      })
    : error;
}
