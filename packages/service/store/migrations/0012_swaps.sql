-- Swaps within a chain that payers made alone. Their ids stand where those of orders do: nobody fills them.
create table swaps (
  chain_id bigint not null,
  tx_id text not null,
  ordinal int not null,
  height bigint not null,
  block_hash text not null,
  swap_id text not null references requests (order_id),
  owner text not null,
  currency text not null,
  amount amount not null,
  state text not null default 'seen' check (state in ('seen', 'lost')),
  primary key (chain_id, tx_id, ordinal)
);
create index swaps_swap on swaps (swap_id);
create index swaps_height on swaps (chain_id, height);
