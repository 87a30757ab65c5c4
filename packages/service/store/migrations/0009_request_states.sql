-- What changes of a request has a row of its own. The row with the terms is large and has ten indexes; it was written
-- anew, with an entry in every index, at each of the three or four changes of a request, and now never is.
create table request_states (
  order_id text primary key references requests (order_id),
  request_id text not null,
  -- As in the request: pages of one status are read in this order.
  created_at timestamptz not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'depositing', 'pending', 'submitted', 'success', 'refund', 'failure')),
  version integer not null default 0,
  in_tx_ids text[] not null default '{}',
  out_tx_ids text[] not null default '{}',
  amount_out amount,
  fail_reason text not null default 'N/A',
  refund_fail_reason text not null default 'N/A',
  updated_at timestamptz not null
);
insert into request_states (order_id, request_id, created_at, status, version, in_tx_ids, out_tx_ids, amount_out, fail_reason, refund_fail_reason, updated_at)
  select order_id, id, created_at, status, version, in_tx_ids, out_tx_ids, amount_out, fail_reason, refund_fail_reason, updated_at from requests;

drop trigger requests_terminal on requests;
-- With their indexes.
alter table requests
  drop column status, drop column version, drop column in_tx_ids, drop column out_tx_ids, drop column amount_out,
  drop column fail_reason, drop column refund_fail_reason, drop column updated_at;

create index request_states_updated on request_states (updated_at desc, request_id desc);
-- Quotes that nobody paid are most of all requests and of no interest to whoever asks for a status.
create index request_states_status on request_states (status, created_at desc, request_id desc) where status <> 'waiting';

-- Terminal statuses are absorbing, whatever code says.
create or replace function refuse_leaving_terminal_status() returns trigger language plpgsql as $$
begin
  raise exception 'request % cannot leave terminal status %', old.request_id, old.status using errcode = 'P0001';
end $$;
create trigger request_states_terminal before update of status on request_states
  for each row when (old.status in ('success', 'refund', 'failure') and new.status <> old.status)
  execute function refuse_leaving_terminal_status();

-- Requests as they stand.
create view current_requests as
  select r.id, r.order_id, s.status, s.version, r.origin_chain_id, r.destination_chain_id, r.payer, r.recipient, r.referrer,
    r.api_key_id, r.terms, s.in_tx_ids, s.out_tx_ids, s.amount_out, s.fail_reason, s.refund_fail_reason, r.created_at,
    s.updated_at, r.fill_by, r.charges
  from requests r join request_states s using (order_id);
