import type { Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { keepRest, restLeg } from '../../transactions/settlements/keepRest.js';
import type { WithdrawalPart } from './chooseParts.js';

/** A part of a withdrawal with its leg. */
export interface TakenPart extends WithdrawalPart {
  readonly leg: string;
  /** The least that its recipient gets, in smallest units. */
  readonly minimum: bigint;
}

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
  if (rest > 0n)
    await keepRest(tx, { orderId: withdrawalId, leg: restLeg }, { deposit, amount: rest });
}
