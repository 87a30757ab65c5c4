import { int8Array, textArray, type Queryable, type Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** A payer's transfer to an address of a chain. */
export interface AddressPayment {
  readonly address: string;
  readonly currency: string;
  readonly txId: string;
  readonly height: number;
  readonly amount: bigint;
}

const recordStatement: Statement = {
  name: 'address_payments_record',
  text: `
with known as (
  select $1::bigint as chain_id, t.tx_id, a.order_id, t.currency, max(t.height) as height, sum(t.amount_text::numeric) as amount
    from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[]) as t (address, currency, tx_id, height, amount_text)
      join deposit_addresses a on a.address = t.address and a.chain_id = $1
    group by t.tx_id, a.order_id, t.currency
), written as (
  insert into address_payments (chain_id, tx_id, order_id, currency, height, amount)
    select chain_id, tx_id, order_id, currency, height, amount from known
    on conflict (chain_id, tx_id, order_id, currency) do update set height = excluded.height
      where address_payments.height <> excluded.height
)
select count(*)::int as count from known`,
};

/**
 * Notes transfers to addresses of ours, each once; the others are passed over.
 *
 * @returns number of those to addresses of ours
 */
export async function recordAddressPayments(
  database: Queryable,
  chainId: number,
  payments: readonly AddressPayment[],
): Promise<number> {
  if (payments.length === 0) return 0;
  const [row] = await database.query<{ count: number }>(recordStatement, [
    chainId,
    textArray(payments.map(({ address }) => address)),
    textArray(payments.map(({ currency }) => currency)),
    textArray(payments.map(({ txId }) => txId)),
    int8Array(payments.map(({ height }) => height)),
    textArray(payments.map(({ amount }) => amount.toString())),
  ]);
  return row?.count ?? 0;
}

/**
 * Ids of the transfers that the deposit `d` of the order `a` brought in, oldest first, as SQL:
 * those since the deposit before it.
 */
export const paidByText = `array(select p.tx_id from address_payments p
    where p.order_id = a.order_id and p.chain_id = d.chain_id and p.currency = d.currency and p.height <= d.height
      and not exists (select from deposits e where e.order_id = a.order_id and e.chain_id = d.chain_id and e.currency = d.currency
        and e.state <> 'reorged' and e.height >= p.height and e.height < d.height)
    order by p.height, p.tx_id)`;

/** A deposit that may have come through an address. */
export interface SweptDeposit {
  readonly orderId: string;
  readonly chainId: number;
  readonly currency: string;
  readonly height: number;
}

const paidStatement: Statement = {
  name: 'address_payments_of_deposits',
  isReading: true,
  text: `
select ${paidByText} as paid_by
  from unnest($1::bytea[], $2::bigint[], $3::text[], $4::bigint[]) with ordinality as d (order_id, chain_id, currency, height, place)
    cross join lateral (select d.order_id) as a
  order by d.place`,
};

/** For each deposit the transfers that it brought in, oldest first. */
export async function readPaidBy(
  database: Queryable,
  deposits: readonly SweptDeposit[],
): Promise<readonly (readonly string[])[]> {
  if (deposits.length === 0) return [];
  const rows = await database.query<{ paid_by: string[] }>(paidStatement, [
    hashArray(deposits.map(({ orderId }) => orderId)),
    int8Array(deposits.map(({ chainId }) => chainId)),
    textArray(deposits.map(({ currency }) => currency)),
    int8Array(deposits.map(({ height }) => height)),
  ]);
  return rows.map(({ paid_by: paidBy }) => paidBy);
}
