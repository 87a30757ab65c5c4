import { PortageError } from '@portage/core';
import type { EndpointResponse } from '@portage/core/schemas';
import type { StoredWithdrawal } from '@portage/settlement';
import type { Route } from './context.js';

/** `GET /withdrawals/status`: how far a withdrawal has come. */
export const withdrawalStatus: Route<'withdrawalStatus'> =
  ({ store, chains }) =>
  async (call, reply) => {
    const { id } = call.read('query');
    const withdrawal = await store.withdrawals.find(id);
    if (withdrawal === undefined)
      throw new PortageError('UNKNOWN_REQUEST', { message: 'There is no such withdrawal.' });
    void reply.header('cache-control', 'no-cache');
    const chain = chains.all.find(({ id: chainId }) => chainId === withdrawal.chainId);
    return renderWithdrawal(withdrawal, chain?.slug ?? String(withdrawal.chainId));
  };

type Status = EndpointResponse<'withdrawalStatus'>;

/** The wire form of a withdrawal. Pure. */
export function renderWithdrawal(
  { parts, currency, amount, recipient, owner, expiresAt }: StoredWithdrawal,
  chainId: string,
): Status {
  const paid = parts.reduce(
    (sum, part) => sum + (part.state === 'paid' ? (part.paid ?? 0n) : 0n),
    0n,
  );
  const back = parts.reduce(
    (sum, part) => sum + (part.state === 'returned' ? part.amount : 0n),
    0n,
  );
  const status = statusOf(parts);
  const returned = parts.find(({ state }) => state === 'returned');
  return {
    status,
    transaction: null,
    withdrawal: {
      chainId,
      currency,
      owner,
      recipient,
      amount: amount.toString(),
      paidAmount: paid.toString(),
      returnedAmount: back.toString(),
      expiresAt: Math.floor(expiresAt / 1_000),
      transactions: parts.flatMap(({ txId }) => (txId === undefined ? [] : [txId])),
    },
    txHash: parts.find(({ txId }) => txId !== undefined)?.txId ?? null,
    reason: returned === undefined ? null : (returned.reason ?? 'UNKNOWN'),
  };
}

/** A withdrawal is over once each of its payments is, and executed only where each was made. */
function statusOf(parts: StoredWithdrawal['parts']): Status['status'] {
  const has = (state: StoredWithdrawal['parts'][number]['state']): boolean =>
    parts.some((part) => part.state === state);
  if (has('sent')) return 'initiating';
  if (has('waiting')) return 'processing';
  if (!has('returned')) return 'executed';
  const returned = parts.filter(({ state }) => state === 'returned');
  return returned.every(({ reason }) => reason === 'EXPIRED') ? 'expired' : 'failed';
}
