import type { PaymentMarkerCall } from '@portage/core/plugin';
import { numericArray, textArray, type Lease, type Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { hashBytes } from '../../kit/hashId.js';
import { relayJob } from '../../kit/jobs/relayJob.js';
import type { MarkedTransaction } from './readClosable.js';

/** Leg of the call that closes markers; its order id is the closing's own name. */
const closingLeg = 'markers';

/** Markers that are closed by one call. */
export interface MarkerClosing {
  readonly chainId: number;
  readonly lease: Lease;
  readonly payments: readonly MarkedTransaction[];
  /** Name and call of the closing; undefined for markers that are gone, or not ours. */
  readonly closing: (PaymentMarkerCall & { readonly id: string }) | undefined;
}

/**
 * Writes what markers have proven, that their payments were made and by which transaction, before
 * anything takes them away; and asks for the call that closes them, in the same transaction.
 * Nothing is written when the lease no longer holds.
 */
export async function closeMarkers(
  { transaction, jobs }: Pick<SettlementContext, 'transaction' | 'jobs'>,
  { chainId, lease, payments, closing }: MarkerClosing,
): Promise<boolean> {
  return transaction(async (tx: Transaction) => {
    const proven = await tx.query(
      `with lease as (
         select 1 from leases where name = $5 and epoch = $6 and expires_at > clock_timestamp() for share
       )
       insert into marker_proofs as p (chain_id, tx_id, sequence, nonce, height, closing_id)
         select o.chain_id, o.tx_id, o.sequence, o.authorization_nonce, o.height, $4::bytea
           from outbox o join unnest($2::text[], $3::numeric[]) as t (tx_id, sequence) using (tx_id, sequence)
           where o.chain_id = $1 and o.state = 'mined' and exists (select from lease)
         on conflict (chain_id, tx_id, sequence) do update set closing_id = excluded.closing_id, proven_at = excluded.proven_at
         returning p.tx_id`,
      [
        chainId,
        textArray(payments.map(({ txId }) => txId)),
        numericArray(payments.map(({ sequence }) => sequence)),
        closing === undefined ? null : hashBytes(closing.id),
        lease.name,
        lease.epoch,
      ],
    );
    if (proven.length !== payments.length) return false;
    if (closing !== undefined) {
      const { id: orderId, to, data, gasLimit, worth } = closing;
      const call = { to, data, gasLimit, worth };
      await jobs.add(tx, [relayJob({ chainId, orderId, leg: closingLeg, ...call })]);
    }
    return true;
  });
}
