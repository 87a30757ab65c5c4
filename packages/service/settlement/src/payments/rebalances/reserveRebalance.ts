import type { RelayIntent } from '@portage/core/chain';
import type { PathCall } from '@portage/core/plugin';
import type { Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import {
  toStoredRebalance,
  toRebalanceIntent,
  rebalanceLeg,
} from '../../transactions/settlements/rebalanceIntent.js';
import { reserve } from '../../transactions/outbox/reserve.js';
import { takenByRebalance } from './settleRebalance.js';
import type { NewRebalance } from './rebalance.js';

/** A rebalance that is signed and sent. */
export interface MadeRebalance {
  readonly rebalance: NewRebalance;
  readonly call: PathCall;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
}

/** Reserves a rebalance, with its record. */
export function reserveRebalance(
  tx: Transaction,
  signing: Signing<RelayIntent>,
  { rebalance, call, gasReserve }: MadeRebalance,
): Promise<readonly StoredTransaction[]> {
  const { id: orderId, lane, amount } = rebalance;
  const key = { orderId, leg: rebalanceLeg };
  const stored = toStoredRebalance(call, { currency: lane.origin.currency, amount });
  const obligation = {
    ...key,
    kind: 'rebalance',
    intent: stored,
    gasReserved: gasReserve,
  } as const;
  const made = {
    obligation,
    taken: takenByRebalance(obligation),
    intent: toRebalanceIntent(key, stored),
  };
  return reserve(tx, signing, [made], () => insertRebalance(tx, rebalance));
}

async function insertRebalance(tx: Transaction, rebalance: NewRebalance): Promise<void> {
  const { origin, destination } = rebalance.lane;
  await tx.query(
    `insert into rebalances (id, path, purpose, origin_chain_id, origin_currency, sender, amount,
         destination_chain_id, destination_currency, recipient, received, micro_usd, cost_micro_usd, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp() + make_interval(secs => $14))`,
    [
      hashBytes(rebalance.id),
      rebalance.path,
      rebalance.purpose,
      origin.chainId,
      origin.currency,
      rebalance.sender,
      rebalance.amount,
      destination.chainId,
      destination.currency,
      rebalance.recipient,
      rebalance.received,
      rebalance.microUsd,
      rebalance.costMicroUsd,
      rebalance.seconds,
    ],
  );
}
