import type { RelayIntent } from '@portage/core/chain';
import type { PathCall } from '@portage/core/plugin';
import type { Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import type { Signing, StoredTransaction } from '../../transactions/outbox/signedTransactions.js';
import {
  toStoredTransfer,
  toTransferIntent,
  transferLeg,
} from '../../transactions/settlements/transferIntent.js';
import { reserve } from '../../transactions/outbox/reserve.js';
import { takenByTransfer } from './settleTransfer.js';
import type { NewTransfer } from './transfer.js';

/** A transfer that is signed and sent. */
export interface MadeTransfer {
  readonly transfer: NewTransfer;
  readonly call: PathCall;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
}

/** Reserves a transfer, with its record. */
export function reserveTransfer(
  tx: Transaction,
  signing: Signing<RelayIntent>,
  { transfer, call, gasReserve }: MadeTransfer,
): Promise<readonly StoredTransaction[]> {
  const { id: orderId, lane, amount } = transfer;
  const key = { orderId, leg: transferLeg };
  const stored = toStoredTransfer(call, { currency: lane.origin.currency, amount });
  const obligation = { ...key, kind: 'transfer', intent: stored, gasReserved: gasReserve } as const;
  const made = {
    obligation,
    taken: takenByTransfer(obligation),
    intent: toTransferIntent(key, stored),
  };
  return reserve(tx, signing, [made], () => insertTransfer(tx, transfer));
}

async function insertTransfer(tx: Transaction, transfer: NewTransfer): Promise<void> {
  const { origin, destination } = transfer.lane;
  await tx.query(
    `insert into transfers (id, path, purpose, origin_chain_id, origin_currency, sender, amount,
         destination_chain_id, destination_currency, recipient, received, micro_usd, cost_micro_usd, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp() + make_interval(secs => $14))`,
    [
      hashBytes(transfer.id),
      transfer.path,
      transfer.purpose,
      origin.chainId,
      origin.currency,
      transfer.sender,
      transfer.amount,
      destination.chainId,
      destination.currency,
      transfer.recipient,
      transfer.received,
      transfer.microUsd,
      transfer.costMicroUsd,
      transfer.seconds,
    ],
  );
}
