-- Currencies as quotes showed them, each once: terms name them by these ids, and chains may stop listing them.
create table currencies (
  id text primary key,
  content text not null,
  check (id = left(encode(sha256(convert_to(content, 'UTF8')), 'hex'), 32))
);

drop view current_requests;
-- Terms are read whole, as orders are.
alter table requests alter column terms type json using terms::json;
-- Terms used to be written again with what the sponsor paid; that stands in the charges, and all that changes is this.
alter table request_states add column sponsor_paid boolean not null default false;

create view current_requests as
  select r.id, r.order_id, s.status, s.version, r.origin_chain_id, r.destination_chain_id, r.payer, r.recipient, r.referrer,
    r.api_key_id, r.terms, s.sponsor_paid, s.in_tx_ids, s.out_tx_ids, s.amount_out, s.fail_reason, s.refund_fail_reason,
    r.created_at, s.updated_at, r.fill_by, r.charges
  from requests r join request_states s using (order_id);
