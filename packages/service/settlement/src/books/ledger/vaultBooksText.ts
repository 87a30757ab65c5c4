/**
 * Amounts that the depository of the chain `$1` should hold, as SQL. All postings of a currency add
 * up to nothing, so what is in the depository is the opposite of what is elsewhere: a handful of
 * accounts, where the depository has one for each order. Deposits that are not final are left out:
 * one endpoint may have invented them, and what no other endpoint sees must not be missed. Nor are
 * those counted that an app guarantees until they are final: a reorg may take them back.
 */
export const vaultBooksText = `
with elsewhere as (
  select 'outside' as account union all select 'gas' union all select 'capital'
    union all select 'loss' union all select 'in-flight' union all select 'gain' union all select 'path-cost'
    union all select 'inventory:' || sender from (select distinct sender from inventory where chain_id = $1) senders
), amounts as (
  select substr(asset, length($1::text) + 2) as currency, -balance as amount from elsewhere join ledger_balances using (account)
    where asset like $1::text || ':%'
  union all select event ->> 'currency', -(event ->> 'amount')::numeric from unconfirmed_events where chain_id = $1 and event ->> 'type' = 'reclaim'
  union all select d.currency, -d.amount from fast_fills f join deposits d using (order_id)
    where f.state = 'held' and f.used_at is not null and d.chain_id = $1 and d.state = 'final' and d.leg = 'main'
)
select currency, sum(amount) as amount from amounts group by currency`;
