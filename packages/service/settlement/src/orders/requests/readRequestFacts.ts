import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { ExecutionTerms } from './executionTerms.js';

/**
 * A transaction on a chain that paid for, filled or paid back an order, or was the swap that was
 * asked for. A transfer is what a payer sent to a deposit address.
 */
export interface RequestTransaction {
  readonly orderId: string;
  readonly role: 'deposit' | 'transfer' | 'fill' | 'refund' | 'swap';
  readonly chainId: number;
  readonly txId: string;
  readonly height: number;
  /** Unix seconds of the block, while it is remembered. */
  readonly time: number | undefined;
  readonly currency: string;
  readonly amount: bigint;
  /** Account that is credited with a deposit, was paid, or swapped. */
  readonly account: string;
  /**
   * Gas that we paid for it, in the chain's native currency; undefined where it is not ours or not
   * mined.
   */
  readonly gasCost: bigint | undefined;
}

/** The promise behind a request. */
export interface StoredOrder {
  /** Parsed `protocol.v2.orderData`. */
  readonly data: unknown;
  readonly signature: string | undefined;
  /** Bookings of its fill beside the payment; undefined where there are none. */
  readonly executionTerms: ExecutionTerms | undefined;
}

/** Releases of an order that our refunds made; `$1` are the orders. */
const refundReleases = `releases r where r.order_id = any($1::bytea[]) and r.state <> 'reorged'
        and exists (select from outbox o where o.chain_id = r.chain_id and o.purpose = 'refund' and (o.tx_id = r.tx_id or o.authorization_nonce = r.nonce))`;

const transactionsStatement: Statement = {
  name: 'request_transactions',
  text: `
select e.*, b.time, o.gas_cost as "gasCost" from (
    select order_id as "orderId", 'deposit' as role, chain_id, tx_id, ordinal, height, currency, amount, depositor as account
      from deposits d where order_id = any($1::bytea[]) and state <> 'reorged'
        and not exists (select 1 from requotes q where q.chain_id = d.chain_id and q.tx_id = d.tx_id and q.ordinal = d.ordinal)
    union all
    select q.order_id, 'deposit', d.chain_id, d.tx_id, d.ordinal, d.height, d.currency, d.amount, d.depositor
      from requotes q join deposits d using (chain_id, tx_id, ordinal) where q.order_id = any($1::bytea[]) and d.state <> 'reorged'
    union all
    select p.order_id, 'transfer', p.chain_id, p.tx_id, 0, p.height, p.currency, p.amount, a.address
      from address_payments p join deposit_addresses a using (order_id) where p.order_id = any($1::bytea[])
    union all
    select q.order_id, 'transfer', p.chain_id, p.tx_id, 0, p.height, p.currency, p.amount, a.address
      from requotes q join address_payments p on p.order_id = q.address_order_id join deposit_addresses a on a.order_id = q.address_order_id
      where q.order_id = any($1::bytea[])
    union all
    select order_id, 'fill', chain_id, tx_id, ordinal, height, currency, amount, recipient
      from fills where order_id = any($1::bytea[]) and state <> 'reorged' and matched
    union all
    select r.order_id, 'refund', r.chain_id, r.tx_id, r.ordinal, r.height, r.currency, r.amount, r.recipient
      from ${refundReleases}
    union all
    select swap_id, 'swap', chain_id, tx_id, ordinal, height, currency, amount, owner
      from swaps where swap_id = any($1::bytea[]) and state <> 'reorged'
  ) e
  left join chain_blocks b using (chain_id, height)
  left join lateral (
    select gas_cost from outbox where chain_id = e.chain_id and tx_id = e.tx_id order by order_id is distinct from e."orderId" limit 1
  ) o on true
  order by e.height, e.tx_id, e.ordinal`,
};

interface TransactionRow {
  orderId: string;
  role: RequestTransaction['role'];
  chain_id: number;
  tx_id: string;
  height: number;
  time: number | null;
  currency: string;
  amount: bigint;
  account: string;
  gasCost: bigint | null;
}

/** Everything that chains told about these orders and a reorg did not take back, oldest first. */
export async function readRequestTransactions(
  database: Queryable,
  orderIds: readonly string[],
): Promise<readonly RequestTransaction[]> {
  if (orderIds.length === 0) return [];
  const rows = await database.query<TransactionRow>(transactionsStatement, [hashArray(orderIds)]);
  return rows.map(
    ({
      orderId,
      role,
      chain_id: chainId,
      tx_id: txId,
      height,
      time,
      currency,
      amount,
      account,
      gasCost,
    }) => ({
      orderId,
      role,
      chainId,
      txId,
      height,
      currency,
      amount,
      account,
      time: time ?? undefined,
      gasCost: gasCost ?? undefined,
    }),
  );
}

const refundsStatement: Statement = {
  name: 'request_refunds',
  text: `select r.tx_id as "txId", r.recipient as account from ${refundReleases} order by r.height, r.tx_id, r.ordinal`,
};

/** Transactions that paid an order back, and to whom, oldest first. */
export async function readRefunds(
  database: Queryable,
  orderId: string,
): Promise<readonly Pick<RequestTransaction, 'txId' | 'account'>[]> {
  return await database.query<Pick<RequestTransaction, 'txId' | 'account'>>(refundsStatement, [
    hashArray([orderId]),
  ]);
}

const ordersStatement: Statement = {
  name: 'stored_orders',
  text: `
select order_id as id, order_data as data, order_signature as signature, execution_terms from requests
  where order_id = any($1::bytea[]) and order_data is not null
union all select order_id, order_data, order_signature, execution_terms from waiting_quotes
  where order_id = any($1::bytea[]) and order_data is not null`,
};

/** The orders that exist among `orderIds`, also those that were only quoted. */
export async function readStoredOrders(
  database: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, StoredOrder>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.query<{
    id: string;
    data: unknown;
    signature: string | null;
    execution_terms: ExecutionTerms | null;
  }>(ordersStatement, [hashArray(orderIds)]);
  return new Map(
    rows.map(({ id, data, signature, execution_terms: terms }) => [
      id,
      { data, signature: signature ?? undefined, executionTerms: terms ?? undefined },
    ]),
  );
}
