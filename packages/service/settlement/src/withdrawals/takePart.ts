import type { Transaction } from '@portage/database';
import { hashBytes } from '../hashId.js';
import { ledgerAsset } from '../ledger/accounts.js';
import type { PayoutIntent } from '../settlements/payoutIntent.js';
import type { WithdrawalPart } from './chooseParts.js';

/** A part of a withdrawal with its leg. */
export interface TakenPart extends WithdrawalPart {
  readonly leg: string;
  /** The least that its recipient gets, in smallest units. */
  readonly minimum: bigint;
}

/** Leg of what stays with the owner of a deposit that was withdrawn in part. */
const restLeg = 'rest';

/** Marks a part as taken, so that nothing else is paid of it; its rest can be withdrawn later. */
export async function takePart(
  tx: Transaction,
  withdrawalId: string,
  { deposit, leg, amount, minimum, rest }: TakenPart,
): Promise<void> {
  const { chainId, txId, ordinal, settlement } = deposit;
  if (settlement === undefined)
    await tx.query(
      `update deposits set outcome = 'refund', leg = $4 where chain_id = $1 and tx_id = $2 and ordinal = $3`,
      [chainId, txId, ordinal, leg],
    );
  else
    await tx.query('update settlements set collected_by = $3 where order_id = $1 and leg = $2', [
      hashBytes(settlement.orderId),
      settlement.leg,
      withdrawalId,
    ]);
  await tx.query(
    `insert into withdrawal_parts (withdrawal_id, leg, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount, minimum)
       values ($1, $2, $3, $4, $5, $6, $7)`,
    [hashBytes(withdrawalId), leg, chainId, txId, ordinal, amount, minimum],
  );
  if (rest > 0n) await keepRest(tx, withdrawalId, { deposit, rest });
}

/** The rest as a settlement that pays nothing, as of a refund that could not be made. */
async function keepRest(
  tx: Transaction,
  withdrawalId: string,
  { deposit, rest }: Pick<TakenPart, 'deposit' | 'rest'>,
): Promise<void> {
  const { chainId, txId, ordinal, currency } = deposit;
  const intent: PayoutIntent = {
    ...{ type: 'refund', currency, recipient: '', amount: '0', solver: '' },
    credit: { asset: ledgerAsset(chainId, currency), amount: rest.toString() },
  };
  await tx.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, settled_at)
       values ($1, $2, 'refund', $3::jsonb, $4, $4, $5, $6, clock_timestamp())`,
    [hashBytes(withdrawalId), restLeg, JSON.stringify(intent), chainId, txId, ordinal],
  );
}
