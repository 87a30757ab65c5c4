import type { RelayIntent } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { LedgerChain } from '../ledger/accounts.js';
import { takeSigned, type Signing, type StoredTransaction } from '../outbox/signedTransactions.js';
import {
  commitSpends,
  rewriteSlots,
  openSettlements,
  type RewrittenSlot,
} from '../outbox/storeTransactions.js';
import { toCallIntent, type CallSlotIntent } from '../settlements/relayIntent.js';
import type { ClaimedRelay } from './claimRelays.js';

/** A call that is signed and sent. */
export interface MadeRelay {
  readonly call: ClaimedRelay;
  readonly intent: CallSlotIntent;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
  /** Its settlement exists, and whatever was sent for it before is proven dead. */
  readonly isRewrite: boolean;
}

function toSlot(
  { id: chainId }: LedgerChain,
  { call, intent, gasReserve }: MadeRelay,
): RewrittenSlot {
  const { orderId, leg } = call.payload;
  return { orderId, leg, kind: 'call', chainId, intent, gasHeld: gasReserve, reason: 'N/A' };
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
  const slotsWhere = (isRewrite: boolean): readonly RewrittenSlot[] =>
    made.filter((one) => one.isRewrite === isRewrite).map((one) => toSlot(chain, one));
  tx.withCommit(openSettlements(tx, slotsWhere(false)));
  tx.withCommit(rewriteSlots(tx, slotsWhere(true)));
  const signed = await sign(
    made.map(({ call, intent }) => toCallIntent(call.payload, intent)),
    firstSequence,
  );
  const stored = made.map(({ call }, index): StoredTransaction => ({
    purpose: 'call',
    orderId: call.payload.orderId,
    leg: call.payload.leg,
    transaction: takeSigned(signed, firstSequence, index),
  }));
  tx.withCommit(
    commitSpends(tx, {
      chainId: chain.id,
      sender,
      rows: stored.map((one) => ({ ...one, slot: one })),
      holds: made.map(({ gasReserve, intent }) => ({
        currency: intent.currency,
        amount: gasReserve + BigInt(intent.amount),
      })),
      jobIds: made.map(({ call }) => call.jobId),
    }),
  );
  return stored;
}
