-- Ids of requests, orders and transactions are text as on the wire (lower-case hex on EVM), amounts are numeric(78,0)
-- smallest units, USD is micro-USD.

create domain amount as numeric(78, 0);

-- 32 bytes as lower-case hex with 0x. Every quote is checked twice, and a regular expression would cost as much as the
-- rest of the insert.
create function is_hash(id text) returns boolean language sql immutable parallel safe
  return octet_length(id) = 66 and starts_with(id, '0x') and ltrim(substr(id, 3), '0123456789abcdef') = '';

create table api_keys (
  id text primary key,
  secret_hash bytea not null unique,
  name text not null,
  rights text[] not null default '{}',
  sponsor_account text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- One quote that a caller may act on. `terms` holds what the list of requests and the solver need of the quote.
create table requests (
  id text primary key check (is_hash(id)),
  order_id text not null unique check (is_hash(order_id)),
  status text not null default 'waiting'
    check (status in ('waiting', 'depositing', 'pending', 'submitted', 'success', 'refund', 'failure')),
  version integer not null default 0,
  origin_chain_id bigint not null,
  destination_chain_id bigint not null,
  payer text not null,
  recipient text not null,
  referrer text,
  api_key_id text references api_keys,
  terms jsonb not null,
  in_tx_ids text[] not null default '{}',
  out_tx_ids text[] not null default '{}',
  amount_out amount,
  fail_reason text not null default 'N/A',
  refund_fail_reason text not null default 'N/A',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- After this moment a deposit is refunded rather than filled.
  fill_by timestamptz not null
);
create index requests_payer on requests (payer, created_at desc, id desc);
create index requests_recipient on requests (recipient, created_at desc, id desc) where recipient <> payer;
create index requests_created on requests (created_at desc, id desc);

-- Terminal statuses are absorbing, whatever code says.
create function refuse_leaving_terminal_status() returns trigger language plpgsql as $$
begin
  raise exception 'request % cannot leave terminal status %', old.id, old.status using errcode = 'P0001';
end $$;
create trigger requests_terminal before update of status on requests
  for each row when (old.status in ('success', 'refund', 'failure') and new.status <> old.status)
  execute function refuse_leaving_terminal_status();

-- The signed promise. `data` is protocol.v2.orderData; the id is its hash.
create table orders (
  id text primary key references requests (order_id) deferrable initially deferred,
  data jsonb not null,
  signature text
);

create table chain_cursors (
  chain_id bigint primary key,
  height bigint not null,
  hash text not null,
  time bigint not null,
  finalized_height bigint not null,
  halted_reason text,
  updated_at timestamptz not null default now()
);

-- Recent blocks, for finding where a reorg left the chain that we know.
create table chain_blocks (
  chain_id bigint not null,
  height bigint not null,
  hash text not null,
  time bigint not null,
  primary key (chain_id, height)
);

-- Money that arrived. Identity is (chain, transaction, ordinal among our events), so a reorg that moves it keeps it.
create table deposits (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  order_id text not null,
  depositor text not null,
  payer text not null,
  currency text not null,
  amount amount not null check (amount > 0),
  -- seen: in a block; final: may be spent against; lost: taken back by a reorg.
  state text not null default 'seen' check (state in ('seen', 'final', 'lost')),
  -- What becomes of the money; decided once, when it is final.
  outcome text check (outcome in ('matched', 'refund', 'suspense')),
  reason text not null default 'N/A',
  -- The settlement leg that pays it back, or that it pays for.
  leg text,
  -- How often a reorg took it back; makes the booking of each appearance a fact of its own.
  losses integer not null default 0,
  -- What the house stands in for, because it was spent before a reorg took it back.
  covered amount not null default 0,
  seen_at timestamptz not null default now(),
  final_at timestamptz,
  primary key (chain_id, tx_id, ordinal),
  check ((outcome is null) = (state <> 'final'))
);
create index deposits_order on deposits (order_id);
create index deposits_open on deposits (chain_id, height) where state = 'seen';

-- Payments that a solver made, as seen on the destination chain.
create table fills (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  order_id text not null,
  solver text not null,
  recipient text not null,
  currency text not null,
  amount amount not null,
  -- It is our solver's and pays what the order promises, to the byte.
  matched boolean not null,
  state text not null default 'seen' check (state in ('seen', 'lost')),
  primary key (chain_id, tx_id, ordinal)
);
create index fills_order on fills (order_id);

-- Money that left the depository, as seen on its chain.
create table releases (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  order_id text not null,
  depositor text not null,
  recipient text not null,
  currency text not null,
  amount amount not null,
  state text not null default 'seen' check (state in ('seen', 'lost')),
  primary key (chain_id, tx_id, ordinal)
);
create index releases_order on releases (order_id);

-- Every payment that we decide on. The row of leg 'main' is the one settlement of an order: fill xor refund. Excess and
-- further deposits are legs of their own, named after the deposit that they pay back.
create table settlement_slots (
  order_id text not null,
  leg text not null,
  kind text not null check (kind in ('fill', 'refund')),
  intent jsonb not null,
  chain_id bigint not null,
  -- Native currency of the sender that is held for this payment's gas, beside the payment itself.
  gas_held amount not null default 0,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (order_id, leg),
  check (kind = 'refund' or leg = 'main')
);

-- A fill that is proven dead may become a refund, and its history stays.
create table settlement_switches (
  order_id text not null,
  leg text not null,
  from_intent jsonb not null,
  from_chain_id bigint not null,
  reason text not null,
  switched_at timestamptz not null default clock_timestamp(),
  primary key (order_id, leg),
  foreign key (order_id, leg) references settlement_slots (order_id, leg)
);

-- Signed bytes, stored before they are sent. Several rows may share a sequence (fee bumps); at most one becomes final.
create table outbox (
  chain_id bigint not null,
  tx_id text not null,
  sender text not null,
  sequence numeric(20, 0) not null,
  order_id text,
  leg text,
  purpose text not null check (purpose in ('fill', 'refund', 'cancel')),
  raw bytea not null,
  state text not null default 'stored' check (state in ('stored', 'sent', 'mined', 'reverted', 'replaced')),
  height bigint,
  gas_cost amount,
  -- The ledger has booked this transaction's gas and payment.
  booked boolean not null default false,
  -- How often a reorg took it out of a block after it was booked.
  losses integer not null default 0,
  -- Newest block when it was first sent; fees are raised only when blocks went by without it.
  sent_height bigint,
  stored_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (chain_id, tx_id),
  foreign key (order_id, leg) references settlement_slots (order_id, leg),
  check ((purpose = 'cancel') = (order_id is null))
);
create unique index outbox_one_mined on outbox (chain_id, sender, sequence) where state in ('mined', 'reverted');
create index outbox_open on outbox (chain_id, sender, sequence) where state in ('stored', 'sent');
create index outbox_slot on outbox (order_id, leg);
create index outbox_unbooked on outbox (chain_id, height) where not booked and state in ('mined', 'reverted');

-- Fill xor refund (INV-O1): a slot changes its kind only from fill to refund, and only when no bytes of the fill can
-- land any more.
create function refuse_unproven_switch() returns trigger language plpgsql as $$
begin
  if old.kind <> 'fill' or old.settled_at is not null or exists (
    select 1 from outbox where order_id = old.order_id and leg = old.leg and purpose = 'fill'
      and state in ('stored', 'sent', 'mined')
  ) then
    raise exception 'slot % of order % cannot change from % to %', old.leg, old.order_id, old.kind, new.kind using errcode = 'P0004';
  end if;
  return new;
end $$;
create trigger settlement_slots_switch before update of kind on settlement_slots
  for each row when (new.kind <> old.kind) execute function refuse_unproven_switch();

-- What each sender holds for fills, and what is promised to payments that are not mined yet.
create table inventory (
  chain_id bigint not null,
  sender text not null,
  currency text not null,
  balance amount not null check (balance >= 0),
  held amount not null default 0,
  updated_at timestamptz not null default now(),
  primary key (chain_id, sender, currency),
  check (held >= 0 and held <= balance)
);

-- One writer per (chain, sender); a lease that is not renewed passes to another process with a higher epoch.
create table leases (
  name text primary key,
  holder text not null,
  epoch bigint not null,
  expires_at timestamptz not null
);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- A job that is asked for twice is done once.
  key text not null,
  chain_id bigint,
  payload jsonb not null default '{}',
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  locked_by text,
  locked_until timestamptz,
  unique (kind, key)
);
create index jobs_due on jobs (kind, chain_id, run_at);
-- Fills and refunds of a chain are paid together, in the order in which they are due.
create index jobs_spends_due on jobs (chain_id, run_at, id) where kind in ('fill', 'refund');

-- Double-entry ledger: append-only, every entry balances per asset. Asset is 'chainId:currency'.
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The same fact is booked once.
  ref text not null,
  at timestamptz not null default now(),
  unique (kind, ref)
);
create table ledger_legs (
  entry_id bigint not null references ledger_entries,
  account text not null,
  asset text not null,
  amount amount not null check (amount <> 0)
);
create index ledger_legs_entry on ledger_legs (entry_id);
create index ledger_legs_account on ledger_legs (account, asset);
create table ledger_balances (
  account text not null,
  asset text not null,
  balance amount not null,
  primary key (account, asset),
  -- Only the owner's capital, profit and loss, gas, and the world outside our books may go below zero.
  constraint ledger_balances_covered check (
    balance >= 0 or account like 'capital%' or account like 'pnl%' or account like 'gas%' or account like 'outside%'
  )
);

-- Balances are locked in key order, so entries that are booked at the same time wait instead of deadlocking. Missing
-- rows are inserted with zero first: a check constraint judges the proposed row before ON CONFLICT is looked at, so an
-- upsert of a negative change would be refused whatever the balance is.
create function check_and_apply_legs() returns trigger language plpgsql as $$
declare bad record;
begin
  select entry_id, asset, sum(amount) as off into bad
    from ledger_legs where entry_id in (select entry_id from added) group by entry_id, asset having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger entry % is off by % of %', bad.entry_id, bad.off, bad.asset using errcode = 'P0002';
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
create trigger ledger_legs_balance after insert on ledger_legs
  referencing new table as added for each statement execute function check_and_apply_legs();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'P0003';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_legs_append_only before update or delete or truncate on ledger_legs
  for each statement execute function refuse_change();

create table usage_counts (
  api_key_id text not null,
  minute timestamptz not null,
  endpoint text not null,
  status_code integer not null,
  error_code text not null default '',
  count bigint not null,
  primary key (api_key_id, minute, endpoint, status_code, error_code)
);
