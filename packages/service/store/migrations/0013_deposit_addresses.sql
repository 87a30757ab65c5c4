-- Addresses that take plain transfers for one order. What is sent there is swept into the depository under that order's id.
create table deposit_addresses (
  order_id text primary key references requests (order_id),
  chain_id bigint not null,
  address text not null,
  -- strict: the quoted amount and nothing else. open: any amount, again and again, each quoted when it arrives.
  type text not null check (type in ('strict', 'open')),
  currency text not null,
  -- In whose name it is paid in: who may reclaim it from the depository.
  depositor text not null,
  refund_to text not null,
  -- What was asked for and by whom, for quotes of what else arrives.
  request jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How often it was swept; the number of the sweep that is next, or under way.
  sweeps integer not null default 0
);
create unique index deposit_addresses_address on deposit_addresses (address, chain_id);
create index deposit_addresses_active on deposit_addresses (chain_id, created_at, order_id);

alter table deposits drop constraint deposits_outcome_check;
-- requote: it came through an open address and is quoted anew; `requotes` says as which order.
alter table deposits add constraint deposits_outcome_check check (outcome in ('matched', 'refund', 'suspense', 'requote'));

-- Deposits that pay for another order than the one under whose id they came: one that was made for them.
create table requotes (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  order_id text not null unique references requests (order_id),
  -- The order of the address.
  address_order_id text not null references deposit_addresses (order_id),
  primary key (chain_id, tx_id, ordinal),
  foreign key (chain_id, tx_id, ordinal) references deposits (chain_id, tx_id, ordinal)
);
create index requotes_address on requotes (address_order_id);

-- The order whose place this one took: its request follows, so that whoever waits for it learns what became of the money.
alter table request_states add column supersedes text;
create unique index request_states_supersedes on request_states (supersedes) where supersedes is not null;

create function follow_successor() returns trigger language plpgsql as $$
declare followed text;
begin
  update request_states set status = new.status, version = version + 1, in_tx_ids = new.in_tx_ids, out_tx_ids = new.out_tx_ids,
      amount_out = new.amount_out, fail_reason = new.fail_reason, refund_fail_reason = new.refund_fail_reason, updated_at = new.updated_at
    where order_id = new.supersedes and status not in ('success', 'refund', 'failure') returning request_id into followed;
  if followed is not null then perform pg_notify('portage_requests', followed); end if;
  return null;
end $$;
create trigger request_states_followed after update on request_states
  for each row when (new.supersedes is not null) execute function follow_successor();
