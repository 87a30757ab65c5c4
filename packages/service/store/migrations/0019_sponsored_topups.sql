-- Gas top-ups that sponsors pay for, while they count against what one recipient may get within a day.
create table sponsored_topups (
  order_id text primary key,
  account text not null,
  chain_id bigint not null,
  recipient text not null,
  decided_at timestamptz not null default clock_timestamp()
);
create index sponsored_topups_recipient on sponsored_topups (account, chain_id, recipient, decided_at);
