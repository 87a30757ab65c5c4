import type { Queryable, Statement } from '@portage/database';
import type { PayoutIntent } from '../settlements/payoutIntent.js';

/** A refund transaction of ours. */
export interface RefundTransaction {
  readonly txId: string;
  readonly orderId: string;
  readonly leg: string;
  readonly intent: PayoutIntent;
}

const readStatement: Statement = {
  name: 'refund_transactions',
  text: `
select o.tx_id as "txId", o.order_id as "orderId", o.leg, s.intent
  from outbox o join settlements s using (order_id, leg)
  where o.chain_id = $1 and o.tx_id = any($2::text[]) and o.purpose = 'refund'`,
};

/** Which of these transactions are refunds of ours, and of what. */
export async function readRefundTransactions(
  database: Queryable,
  chainId: number,
  txIds: readonly string[],
): Promise<readonly RefundTransaction[]> {
  if (txIds.length === 0) return [];
  return database.query<{ txId: string; orderId: string; leg: string; intent: PayoutIntent }>(
    readStatement,
    [chainId, txIds],
  );
}
