-- Booking costs one pass over the balances instead of three, and no look-up of the entry for every leg.

-- Only the owner's capital, profit and loss, gas, and the world outside our books may go below zero.
create function may_go_below_zero(account text) returns boolean language sql immutable parallel safe
  return account like 'capital%' or account like 'pnl%' or account like 'gas%' or account like 'outside%';
alter table ledger_balances drop constraint ledger_balances_covered;
alter table ledger_balances add constraint ledger_balances_covered check (balance >= 0 or may_go_below_zero(account));

-- The trigger looks the entries up, each once, and entries are never deleted.
alter table ledger_legs drop constraint ledger_legs_entry_id_fkey;

-- What one statement adds balances by itself, hence so does every entry. Balances are locked in key order, so entries
-- that are booked at the same time wait instead of deadlocking. A check constraint judges the proposed row before ON
-- CONFLICT is looked at, so an upsert would refuse a change below zero whatever the balance is: where there is one,
-- missing rows are inserted with zero first.
create or replace function check_and_apply_legs() returns trigger language plpgsql as $$
declare bad record;
begin
  select entry_id, asset, sum(amount) as off into bad from added group by entry_id, asset having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger entry % is off by % of %', bad.entry_id, bad.off, bad.asset using errcode = 'P0002';
  end if;
  select entry_id into bad from (select distinct entry_id from added) entries
    where not exists (select 1 from ledger_entries where id = entry_id) limit 1;
  if found then
    raise exception 'ledger entry % does not exist', bad.entry_id using errcode = '23503';
  end if;
  perform 1 from added group by account, asset having sum(amount) < 0 and not may_go_below_zero(account) limit 1;
  if not found then
    insert into ledger_balances as b (account, asset, balance)
      select account, asset, sum(amount) from added group by account, asset having sum(amount) <> 0 order by account, asset
      on conflict (account, asset) do update set balance = b.balance + excluded.balance;
    return null;
  end if;
  insert into ledger_balances (account, asset, balance)
    select distinct account, asset, 0 from added order by account, asset
    on conflict (account, asset) do nothing;
  perform 1 from ledger_balances
    where (account, asset) in (select account, asset from added)
    order by account, asset for update;
  update ledger_balances set balance = ledger_balances.balance + change.amount
    from (select account, asset, sum(amount) as amount from added group by account, asset) change
    where ledger_balances.account = change.account and ledger_balances.asset = change.asset and change.amount <> 0;
  return null;
end $$;
