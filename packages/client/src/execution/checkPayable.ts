import { PortageError } from '@portage/core/errors';
import { readStatus } from '../readStatus.js';
import type { Execution } from './execution.js';

/** Words for a request that is not paid. */
const unpaid: ReadonlySet<string> = new Set(['waiting', 'unknown', 'expired']);

/**
 * Whether the service has seen the payment of a request, by its word for the request.
 */
export async function isPaid({
  client,
  requestId,
  signal,
}: Pick<Execution, 'client' | 'requestId' | 'signal'>): Promise<boolean> {
  const query = { requestId, referrer: client.source };
  const status = readStatus(await client.call('status', { query, signal }))?.status;
  return status !== undefined && !unpaid.has(status);
}

/** Makes the refusal of a quote that is paid or being paid. */
export function alreadyPaid(requestId: string): PortageError {
  return new PortageError('ALREADY_PAID', {
    message: 'The quote is paid or being paid.',
    hint: 'Wait for it with resume().',
    context: { requestId },
  });
}

/**
 * Refuses to have a quote signed that is paid already, or whose time is over by the service's
 * clock. Called before each prompt: what a prompt before has paid, or another page, the service
 * knows.
 *
 * @throws PortageError `ALREADY_PAID`, `QUOTE_EXPIRED`
 */
export async function checkPayable(
  paid: Promise<boolean>,
  { client, requestId, expiresAt }: Pick<Execution, 'client' | 'requestId' | 'expiresAt'>,
): Promise<void> {
  if (await paid) throw alreadyPaid(requestId);
  if (expiresAt !== undefined && expiresAt <= client.now())
    throw new PortageError('QUOTE_EXPIRED', {
      message: 'The quote has expired.',
      hint: 'Ask for a new quote.',
      context: { requestId },
    });
}
