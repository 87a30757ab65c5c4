import type { RelayIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import {
  takeSigned,
  type Signing,
  type StoredTransaction,
} from '../../transactions/outbox/signedTransactions.js';
import {
  commitTransactions,
  rewriteSettlements,
  openSettlements,
  type RewrittenSettlement,
} from '../../transactions/outbox/storeTransactions.js';
import {
  toRelayIntent,
  type StoredRelayIntent,
} from '../../transactions/settlements/relayIntent.js';
import type { ClaimedRelay } from './claimRelays.js';

/** A call that is signed and sent. */
export interface MadeRelay {
  readonly relay: ClaimedRelay;
  readonly intent: StoredRelayIntent;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
  /** Its settlement exists, and whatever was sent for it before is proven dead. */
  readonly isRewrite: boolean;
}

function toSettlement(
  { id: chainId }: LedgerChain,
  { relay, intent, gasReserve }: MadeRelay,
): RewrittenSettlement {
  const { orderId, leg } = relay.payload;
  return { orderId, leg, kind: 'relay', chainId, intent, gasReserved: gasReserve, reason: 'N/A' };
}

/**
 * Reserves calls as payouts are reserved: their settlements, gas and signed bytes are durable with
 * the commit of `tx`, which also deletes their jobs.
 *
 * @returns what was signed, in the order of the calls
 */
export async function reserveRelays(
  tx: Transaction,
  { chain, sender, firstSequence, sign }: Signing<RelayIntent>,
  made: readonly MadeRelay[],
): Promise<readonly StoredTransaction[]> {
  if (made.length === 0) return [];
  const settlementsWhere = (isRewrite: boolean): readonly RewrittenSettlement[] =>
    made.filter((one) => one.isRewrite === isRewrite).map((one) => toSettlement(chain, one));
  tx.withCommit(openSettlements(tx, settlementsWhere(false)));
  tx.withCommit(rewriteSettlements(tx, settlementsWhere(true)));
  const signed = await sign(
    made.map(({ relay, intent }) => toRelayIntent(relay.payload, intent)),
    firstSequence,
  );
  const stored = made.map(({ relay }, index): StoredTransaction => ({
    purpose: 'relay',
    orderId: relay.payload.orderId,
    leg: relay.payload.leg,
    transaction: takeSigned(signed, firstSequence, index),
  }));
  tx.withCommit(
    commitTransactions(tx, {
      chainId: chain.id,
      sender,
      rows: stored.map((one) => ({ ...one, settlement: one })),
      reservations: made.map(({ gasReserve, intent }) => ({
        currency: intent.currency,
        amount: gasReserve + BigInt(intent.amount),
      })),
      jobIds: made.map(({ relay }) => relay.jobId),
    }),
  );
  return stored;
}
