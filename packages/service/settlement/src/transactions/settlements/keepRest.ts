import type { Transaction } from '@portage/database';
import type { DepositId } from '../../kit/depositId.js';
import { hashBytes } from '../../kit/hashId.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import type { PayoutIntent } from './payoutIntent.js';
import type { SettlementKey } from './relayIntent.js';

/** Leg of what stays with the owner of a deposit that was taken in part; others begin with it. */
export const restLeg = 'rest';

/** Part of a deposit that stays with its owner. */
export interface Rest {
  readonly deposit: DepositId & { readonly currency: string };
  /** Smallest units. */
  readonly amount: bigint;
}

/** Keeps a rest as a settlement that pays nothing, as of a refund that could not be made. */
export async function keepRest(
  tx: Transaction,
  { orderId, leg }: SettlementKey,
  { deposit: { chainId, txId, ordinal, currency }, amount }: Rest,
): Promise<void> {
  const intent: PayoutIntent = {
    type: 'refund',
    currency,
    recipient: '',
    amount: '0',
    solver: '',
    credit: { asset: ledgerAsset(chainId, currency), amount: amount.toString() },
  };
  await tx.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, settled_at)
       values ($1, $2, 'refund', $3::jsonb, $4, $4, $5, $6, clock_timestamp())`,
    [hashBytes(orderId), leg, JSON.stringify(intent), chainId, txId, ordinal],
  );
}
