-- Who lets a halted chain go on says why; both reasons stay.
create table halt_clearances (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  halted_reason text not null,
  reason text not null check (reason <> ''),
  cleared_at timestamptz not null default now()
);
