import type { Queryable } from '@portage/database';

/** Orders that are written as if they had been filled and their earnings collected. */
export interface PlantedOrders {
  /** Number of the first one; ids follow from it. */
  readonly from: number;
  readonly count: number;
  /** Time of the first one, in milliseconds since 1970; the next ones follow by a millisecond. */
  readonly at: number;
  /** JSON of each quote, and of each signed order. */
  readonly quote?: string | undefined;
  readonly orderData?: string | undefined;
}

const sender = '0x00000000000000000000000000000000000050f0';
const [origin, destination] = ['1:0xusdc', '2:0xusdc'];
/** Smallest units that a deposit brings, an app gets, a recipient gets, and a fill takes as gas. */
const [deposited, fee, paid, gas] = [1_000_000, 1_000, 990_000, 21_000];

const orderOf = `sha256(('order ' || n)::bytea)`;
const hex = (bytes: string): string => `('0x' || encode(${bytes}, 'hex'))`;
const time = `to_timestamp(($at + n - $from) / 1000)`;
const series = `generate_series($from, $from + $count - 1) as n`;
const wallet = `'0xapp' || n % 100`;
const collection = `sha256(('collection ' || $from)::bytea)`;
const sequence = `n::numeric`;

const texts: readonly string[] = [
  `insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, api_key_id, quote, created_at, fill_by, order_data, order_signature, execution_terms)
     select sha256(('request ' || n)::bytea), ${orderOf}, 1, 2, '0xpayer' || n % 1000, '0xrecipient' || n % 1000, 'key' || n % 100, $1::json, ${time}, ${time} + interval '1 hour',
         ($2::jsonb || jsonb_build_object('fees', jsonb_build_array(jsonb_build_object('recipient', ${wallet}, 'amount', '${String(fee)}'))))::json, '0x' || repeat('5a', 65),
         json_build_object('appFees', json_build_array(json_build_object('account', ${wallet}, 'amount', '${String(fee)}'))) from ${series}`,
  `insert into request_states (order_id, request_id, created_at, status, version, in_tx_ids, out_tx_ids, amount_out, updated_at)
     select ${orderOf}, sha256(('request ' || n)::bytea), ${time}, 'success', 3, array['0xin' || n], array['0xout' || n], ${String(paid)}, ${time} from ${series}`,
  `insert into ended_requests (order_id, ended_at) select ${orderOf}, ${time} from ${series}`,
  `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount, state, outcome, leg, seen_at, final_at)
     select 1, '0xin' || n, 0, n, '0xblock', ${orderOf}, '0xpayer' || n % 1000, '0xpayer' || n % 1000, '0xusdc', ${String(deposited)}, 'final', 'matched', 'main', ${time}, ${time} from ${series}`,
  `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, created_at, settled_at, collected_by)
     select ${orderOf}, 'main', 'fill', jsonb_build_object('recipient', '0xrecipient' || n % 1000, 'currency', '0xusdc', 'amount', '${String(paid)}', 'credit', jsonb_build_object('amount', '${String(deposited)}')),
         2, 1, '0xin' || n, 0, ${time}, ${time}, ${hex(collection)} from ${series}`,
  `insert into settlements (order_id, leg, kind, intent, chain_id, created_at, settled_at)
     values (${collection}, 'collection', 'collection', jsonb_build_object('amount', ($count * ${String(deposited)})::text), 1, to_timestamp($at / 1000), to_timestamp($at / 1000))`,
  `insert into ledger_entries (kind, ref, at) select kind, ref || $from, to_timestamp($at / 1000) from (values ('capital', 'capital '), ('deposits', 'deposits '), ('payout', 'collected ')) as t (kind, ref)
     union all select 'payout', '0xout' || n, ${time} from ${series}`,
  `insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, state, height, gas_cost, entry_id, stored_at, sent_at)
     select 2, '0xout' || n, '${sender}', ${sequence}, ${orderOf}, 'main', 'fill', decode(repeat('5a', 300), 'hex'), 'mined', n, ${String(gas)}, e.id, ${time}, ${time}
       from ${series} join ledger_entries e on e.kind = 'payout' and e.ref = '0xout' || n
     union all select 1, '0xcollected' || $from, '${sender}', $from::numeric, ${collection}, 'collection', 'collection', decode(repeat('5a', 300), 'hex'), 'mined', $from, 0, e.id, to_timestamp($at / 1000), to_timestamp($at / 1000)
       from ledger_entries e where e.kind = 'payout' and e.ref = 'collected ' || $from`,
  `insert into fills (chain_id, tx_id, ordinal, height, block_hash, order_id, solver, recipient, currency, amount, matched)
     select 2, '0xout' || n, 0, n, '0xblock', ${orderOf}, '${sender}', '0xrecipient' || n % 1000, '0xusdc', ${String(paid)}, true from ${series}`,
  `with shared as (
     select e.kind, e.id from ledger_entries e where (e.kind, e.ref) in (('capital', 'capital ' || $from), ('deposits', 'deposits ' || $from), ('payout', 'collected ' || $from))
   ), own as (select n, e.id, 'escrow:' || ${hex(orderOf)} as escrow from ${series} join ledger_entries e on e.kind = 'payout' and e.ref = '0xout' || n)
   insert into ledger_postings (entry_id, account, asset, amount)
     select id, account, asset, amount * $count from shared join (values
         ('capital', 'capital', '${destination}', -${String(paid)}), ('capital', 'inventory:${sender}', '${destination}', ${String(paid)}),
         ('capital', 'capital', '2:native', -${String(gas)}), ('capital', 'inventory:${sender}', '2:native', ${String(gas)}),
         ('deposits', 'outside', '${origin}', -${String(deposited)}),
         ('payout', 'inventory:${sender}', '${origin}', ${String(deposited)}), ('payout', 'collected', '${origin}', -${String(deposited)})
       ) as t (kind, account, asset, amount) using (kind)
     union all select (select id from shared where kind = 'deposits'), escrow, '${origin}', ${String(deposited)} from own
     union all select own.id, coalesce(account, escrow), asset, amount from own cross join lateral (values
         (null, '${origin}', -${String(deposited)}), ('app-fee:' || ${wallet}, '${origin}', ${String(fee)}), ('solver:${sender}', '${origin}', ${String(deposited - fee)}),
         ('inventory:${sender}', '${destination}', -${String(paid)}), ('outside', '${destination}', ${String(paid)}),
         ('inventory:${sender}', '2:native', -${String(gas)}), ('gas', '2:native', ${String(gas)})
       ) as t (account, asset, amount)`,
];

/** A signed order that takes what is deposited. */
const plainOrder = JSON.stringify({ inputs: [{ payment: { amount: String(deposited) } }] });

/**
 * Writes ended orders with all of their rows and entries, as one that was filled and collected
 * leaves them, straight into the tables. Their books are even.
 */
export async function plantEndedOrders(
  database: Queryable,
  { from, count, at, quote = '{}', orderData = plainOrder }: PlantedOrders,
): Promise<void> {
  // Numbers stand in the text: not each statement uses each of them.
  for (const text of texts) {
    const filled = text
      .replaceAll('$from', `${String(from)}::bigint`)
      .replaceAll('$count', `${String(count)}::bigint`)
      .replaceAll('$at', `${String(at)}::float8`);
    await database.query(filled, text.includes('$1') ? [quote, orderData] : []);
  }
}
