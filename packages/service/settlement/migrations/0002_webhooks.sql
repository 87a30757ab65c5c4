create table webhooks (
  id text not null,
  owner text not null,
  url text not null,
  events text[] not null,
  state text not null default 'active',
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  fault text,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'parked'::text]))),
  constraint webhooks_previous_check CHECK (((previous_secret IS NULL) = (previous_until IS NULL)))
);

-- No foreign key: a subscription that is removed meanwhile must not fail the transaction of an order.
create table webhook_deliveries (
  id bigint not null generated always as identity,
  message_id text not null default ('msg_' || replace(gen_random_uuid()::text, '-', '')),
  webhook_id text not null,
  event text not null,
  order_id hash,
  content json not null,
  created_at timestamptz not null default clock_timestamp(),
  state text not null default 'pending',
  attempts integer not null default 0,
  due_at timestamptz not null default 'epoch',
  attempted_at timestamptz,
  first_attempt_at timestamptz,
  status_code integer,
  fault text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'parked'::text])))
);

create index webhooks_owner on webhooks using btree (owner);

create index webhook_deliveries_webhook on webhook_deliveries using btree (webhook_id, id);

create index webhook_deliveries_due on webhook_deliveries using btree (webhook_id, due_at, id) where state = 'pending';

create index webhook_deliveries_open on webhook_deliveries using btree (webhook_id, order_id, id) where state <> 'delivered';

create index webhook_deliveries_created on webhook_deliveries using btree (created_at);

-- Keys are another package's: where their table is missing, a key is its own owner.
create function owner_of_key(key text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare found_owner text;
begin
  if key is null or to_regclass('api_keys') is null then return key; end if;
  select owner into found_owner from api_keys where id = key;
  return coalesce(found_owner, key);
end $function$;

-- Writes a delivery for each subscription that wants an event of an order, in the transaction of the event.
create function tell_webhooks(wanted text, subject hash, content json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_deliveries (webhook_id, event, order_id, content)
    select w.id, wanted, subject, tell_webhooks.content
      from requests r join webhooks w on w.owner = owner_of_key(r.api_key_id)
      where r.order_id = subject and r.api_key_id is not null and wanted = any(w.events)
      order by w.id;
  if found then perform pg_notify('portage_webhooks', ''); end if;
end $function$;

create function tell_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhooks) then return null; end if;
  perform tell_webhooks('request.status.updated', new.order_id, json_build_object(
    'status', new.status, 'version', new.version, 'inTxIds', new.in_tx_ids, 'outTxIds', new.out_tx_ids,
    'amountOut', new.amount_out::text, 'failReason', new.fail_reason, 'refundFailReason', new.refund_fail_reason,
    'updatedAt', floor(extract(epoch from new.updated_at) * 1000)));
  return null;
end $function$;

-- A payment that the chain tells, or takes back; the trigger names the role of the payment.
create function tell_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told json;
  subject hash;
begin
  if not exists (select from webhooks) then return null; end if;
  told := to_json(new);
  if tg_argv[0] = 'refund' and not exists (select from outbox o where o.chain_id = new.chain_id and o.purpose = 'refund'
      and (o.tx_id = new.tx_id or o.authorization_nonce = told ->> 'nonce')) then
    return null;
  end if;
  if tg_argv[0] = 'swap' then subject := new.swap_id; else subject := new.order_id; end if;
  perform tell_webhooks('transfer', subject, json_build_object(
    'role', tg_argv[0], 'chainId', new.chain_id, 'txId', new.tx_id, 'currency', new.currency, 'amount', new.amount::text,
    'isReverted', coalesce(told ->> 'state', '') = 'reorged'));
  return null;
end $function$;

-- Looks once a statement whether there may be subscriptions: a table that nobody has written to has no bytes, and to look
-- at that is no statement. Without one nothing is queued.
create function arm_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_relation_size('webhooks') > 0 then perform set_config('portage.webhooks', 'on', true); end if;
  return null;
end $function$;

create trigger request_states_armed BEFORE INSERT OR UPDATE ON request_states FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

create trigger deposits_armed BEFORE INSERT OR UPDATE ON deposits FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

create trigger address_payments_armed BEFORE INSERT OR UPDATE ON address_payments FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

create trigger fills_armed BEFORE INSERT OR UPDATE ON fills FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

create trigger releases_armed BEFORE INSERT OR UPDATE ON releases FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

create trigger swaps_armed BEFORE INSERT OR UPDATE ON swaps FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

-- All are deferred: at the end of a transaction its requests are there, and payments come before the status they cause.
create constraint trigger request_states_begun AFTER INSERT ON request_states
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.version > 0) and current_setting('portage.webhooks', true) = 'on') EXECUTE FUNCTION tell_status();

create constraint trigger request_states_changed AFTER UPDATE ON request_states
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.version <> old.version) and current_setting('portage.webhooks', true) = 'on') EXECUTE FUNCTION tell_status();

create constraint trigger deposits_told AFTER INSERT ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_setting('portage.webhooks', true) = 'on') EXECUTE FUNCTION tell_transfer('deposit');

create constraint trigger deposits_retold AFTER UPDATE ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.state = 'reorged') <> (new.state = 'reorged')) and current_setting('portage.webhooks', true) = 'on')) EXECUTE FUNCTION tell_transfer('deposit');

create constraint trigger address_payments_told AFTER INSERT ON address_payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_setting('portage.webhooks', true) = 'on') EXECUTE FUNCTION tell_transfer('transfer');

create constraint trigger fills_told AFTER INSERT ON fills
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.matched and current_setting('portage.webhooks', true) = 'on') EXECUTE FUNCTION tell_transfer('fill');

create constraint trigger fills_retold AFTER UPDATE ON fills
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.matched and ((old.state = 'reorged') <> (new.state = 'reorged')) and current_setting('portage.webhooks', true) = 'on')) EXECUTE FUNCTION tell_transfer('fill');

create constraint trigger releases_told AFTER INSERT ON releases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_setting('portage.webhooks', true) = 'on') EXECUTE FUNCTION tell_transfer('refund');

create constraint trigger releases_retold AFTER UPDATE ON releases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.state = 'reorged') <> (new.state = 'reorged')) and current_setting('portage.webhooks', true) = 'on')) EXECUTE FUNCTION tell_transfer('refund');

create constraint trigger swaps_told AFTER INSERT ON swaps
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (current_setting('portage.webhooks', true) = 'on') EXECUTE FUNCTION tell_transfer('swap');

create constraint trigger swaps_retold AFTER UPDATE ON swaps
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.state = 'reorged') <> (new.state = 'reorged')) and current_setting('portage.webhooks', true) = 'on')) EXECUTE FUNCTION tell_transfer('swap');
