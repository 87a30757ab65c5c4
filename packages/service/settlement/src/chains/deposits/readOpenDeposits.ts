import type { DepositEvent } from '@portage/core/chain';
import type { Queryable, Statement } from '@portage/database';

/** Columns of {@link DepositEventRow}. */
export const depositEventColumns =
  'tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount';

/** A row of `deposits` as an event. */
export interface DepositEventRow {
  tx_id: string;
  ordinal: number;
  height: number;
  block_hash: string;
  order_id: string;
  depositor: string;
  payer: string;
  currency: string;
  amount: bigint;
}

/** The event that a row was written from. */
export function toDepositEvent(row: DepositEventRow): DepositEvent {
  return {
    type: 'deposit',
    txId: row.tx_id,
    ordinal: row.ordinal,
    height: row.height,
    blockHash: row.block_hash,
    orderId: row.order_id,
    depositor: row.depositor,
    payer: row.payer,
    currency: row.currency,
    amount: row.amount,
  };
}

const openStatement: Statement = {
  name: 'deposits_open',
  text: `select ${depositEventColumns} from deposits where chain_id = $1 and state = 'seen' order by height, tx_id, ordinal limit $2`,
};

/** Deposits that are not final yet, oldest first. */
export async function readOpenDeposits(
  database: Queryable,
  chainId: number,
  limit: number,
): Promise<readonly DepositEvent[]> {
  return (await database.query<DepositEventRow>(openStatement, [chainId, limit])).map(
    toDepositEvent,
  );
}
