-- Signatures that were posted for deposits which need several: they wait here for the others.
create table permit_signatures (
  order_id text not null references requests (order_id),
  -- Which of them it is. One of each: the first that came.
  part text not null,
  signature text not null,
  primary key (order_id, part)
);
