import type { RelayIntent } from '@portage/core/chain';
import type { PathCall } from '@portage/core/plugin';
import type { Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import {
  takeSigned,
  type Signing,
  type StoredTransaction,
} from '../../transactions/outbox/signedTransactions.js';
import {
  commitTransactions,
  openSettlements,
} from '../../transactions/outbox/storeTransactions.js';
import type { NewTransfer } from './transfer.js';
import {
  toStoredTransfer,
  toTransferIntent,
  transferLeg,
} from '../../transactions/settlements/transferIntent.js';

/** A transfer that is signed and sent. */
export interface MadeTransfer {
  readonly transfer: NewTransfer;
  readonly call: PathCall;
  /** Native currency that is reserved for gas, in smallest units. */
  readonly gasReserve: bigint;
}

/**
 * Reserves a transfer as a payout is reserved: its settlement, its amount, its gas and its signed
 * bytes are durable with the commit of `tx`.
 */
export async function reserveTransfer(
  tx: Transaction,
  { chain, sender, firstSequence, sign }: Signing<RelayIntent>,
  { transfer, call, gasReserve }: MadeTransfer,
): Promise<readonly StoredTransaction[]> {
  const { id: orderId, lane, amount } = transfer;
  const leg = transferLeg;
  const { currency } = lane.origin;
  const intent = toStoredTransfer(call, { currency, amount });
  tx.withCommit(
    openSettlements(tx, [
      { orderId, leg, kind: 'transfer', chainId: chain.id, intent, gasReserved: gasReserve },
    ]),
  );
  tx.withCommit(insertTransfer(tx, transfer));
  const signed = await sign([toTransferIntent({ orderId, leg }, intent)], firstSequence);
  const stored: StoredTransaction = {
    purpose: 'transfer',
    orderId,
    leg,
    transaction: takeSigned(signed, firstSequence, 0),
  };
  tx.withCommit(
    commitTransactions(tx, {
      chainId: chain.id,
      sender,
      rows: [{ ...stored, settlement: stored }],
      reservations: [
        { currency: chain.native, amount: gasReserve },
        { currency, amount },
      ],
      jobIds: [],
    }),
  );
  return [stored];
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
