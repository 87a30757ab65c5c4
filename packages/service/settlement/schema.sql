-- Made from the migrations by scripts/writeSchema.ts; not to be edited.

create domain amount as numeric(78,0);

create domain hash as bytea CHECK ((octet_length(VALUE) = 32));

create table accepted_prices (
  asset_id text not null,
  usd_e12 amount not null,
  observed_ms bigint not null,
  constraint accepted_prices_check CHECK (((usd_e12)::numeric > (0)::numeric)),
  constraint accepted_prices_pkey PRIMARY KEY (asset_id)
);

create table address_payments (
  chain_id bigint not null,
  tx_id text not null,
  order_id hash not null,
  currency text not null,
  height bigint not null,
  amount amount not null,
  constraint address_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES deposit_addresses(order_id),
  constraint address_payments_pkey PRIMARY KEY (chain_id, tx_id, order_id, currency)
);

create table answered_chains (
  chain_id bigint not null,
  since timestamp with time zone not null,
  constraint answered_chains_pkey PRIMARY KEY (chain_id)
);

create table answered_days (
  day date not null,
  chains bigint[] not null,
  minutes integer not null,
  constraint answered_days_pkey PRIMARY KEY (day, chains)
);

create table answered_minutes (
  minute timestamp with time zone not null,
  chains bigint[] not null,
  constraint answered_minutes_pkey PRIMARY KEY (minute)
);

create table app_fee_claims (
  id hash not null,
  wallet text not null,
  chain_id bigint not null,
  currency text not null,
  amount amount not null,
  recipient text not null,
  digest hash not null,
  state text not null default 'prepared'::text,
  reason text,
  tx_id text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint app_fee_claims_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint app_fee_claims_created_check CHECK (((state = 'prepared'::text) = (created_at IS NULL))),
  constraint app_fee_claims_paid_check CHECK (((state = 'paid'::text) = (tx_id IS NOT NULL))),
  constraint app_fee_claims_pkey PRIMARY KEY (id),
  constraint app_fee_claims_returned_check CHECK (((state = 'returned'::text) = (reason IS NOT NULL))),
  constraint app_fee_claims_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'open'::text, 'paid'::text, 'returned'::text])))
);

create table archived_earnings (
  collection_id hash not null,
  earned amount not null,
  constraint archived_earnings_pkey PRIMARY KEY (collection_id)
);

create table archived_orders (
  order_id hash not null,
  request_id hash not null,
  archive_id text not null,
  seen bytea[] not null,
  constraint archived_orders_archive_fkey FOREIGN KEY (archive_id) REFERENCES archives(id),
  constraint archived_orders_pkey PRIMARY KEY (order_id)
);

create table archives (
  id text not null,
  month date not null,
  token text not null default (gen_random_uuid())::text,
  manifest hash,
  begun_at timestamp with time zone not null default clock_timestamp(),
  dropped_at timestamp with time zone,
  constraint archives_dropped_check CHECK (((dropped_at IS NULL) OR (manifest IS NOT NULL))),
  constraint archives_id_check CHECK ((id ~ '^[0-9]{4}-[0-9]{2}(-[0-9]+)?$'::text)),
  constraint archives_pkey PRIMARY KEY (id)
);

create table asset_faults (
  chain_id bigint not null,
  currency text not null,
  kind text not null,
  reason text not null,
  since timestamp with time zone not null default now(),
  constraint asset_faults_kind_check CHECK ((kind = ANY (ARRAY['unpayable'::text, 'missing'::text]))),
  constraint asset_faults_pkey PRIMARY KEY (chain_id, currency, kind)
);

create table balance_counts (
  chain_id bigint not null,
  account text not null,
  currency text not null,
  balance amount not null,
  books amount not null,
  height bigint not null,
  since timestamp with time zone not null default now(),
  counted_at timestamp with time zone not null default now(),
  constraint balance_counts_pkey PRIMARY KEY (chain_id, account, currency)
);

create table breakers (
  chain_id bigint not null,
  kind text not null,
  reason text not null,
  depth integer,
  tripped_at timestamp with time zone not null default now(),
  constraint breakers_depth_check CHECK (((kind = 'depth'::text) = (depth IS NOT NULL))),
  constraint breakers_kind_check CHECK ((kind = ANY (ARRAY['quotes'::text, 'depth'::text]))),
  constraint breakers_pkey PRIMARY KEY (chain_id, kind)
);

create table burned_gas_clearances (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  burned amount not null,
  reason text not null,
  cleared_at timestamp with time zone not null default now(),
  constraint burned_gas_clearances_pkey PRIMARY KEY (id),
  constraint burned_gas_clearances_reason_check CHECK ((reason <> ''::text))
);

create table chain_blocks (
  chain_id bigint not null,
  height bigint not null,
  hash text not null,
  "time" bigint not null,
  constraint chain_blocks_pkey PRIMARY KEY (chain_id, height)
);

create table chain_cursors (
  chain_id bigint not null,
  height bigint not null,
  hash text not null,
  "time" bigint not null,
  finalized_height bigint not null,
  halted_reason text,
  reconciled integer not null default 0,
  reread_height bigint,
  updated_at timestamp with time zone not null default now(),
  constraint chain_cursors_pkey PRIMARY KEY (chain_id)
);

create unlogged table chain_readings (
  chain_id bigint not null,
  reading text not null,
  shared_at timestamp with time zone not null,
  constraint chain_readings_pkey PRIMARY KEY (chain_id)
);

create table currencies (
  id text not null,
  content text not null,
  constraint currencies_check CHECK ((id = "left"(encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text), 32))),
  constraint currencies_pkey PRIMARY KEY (id)
);

create table deposit_addresses (
  order_id hash not null,
  chain_id bigint not null,
  address text not null,
  type text not null,
  currency text not null,
  depositor text not null,
  refund_to text not null,
  quote_request jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sweeps integer not null default 0,
  disabled_at timestamp with time zone,
  constraint deposit_addresses_order_id_fkey FOREIGN KEY (order_id) REFERENCES requests(order_id),
  constraint deposit_addresses_pkey PRIMARY KEY (order_id),
  constraint deposit_addresses_type_check CHECK ((type = ANY (ARRAY['strict'::text, 'open'::text])))
);

create table deposits (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  order_id hash not null,
  depositor text not null,
  payer text not null,
  currency text not null,
  amount amount not null,
  state text not null default 'seen'::text,
  outcome text,
  reason text not null default 'N/A'::text,
  leg text,
  reorg_count integer not null default 0,
  covered_loss amount not null default 0,
  seen_at timestamp with time zone not null default now(),
  final_at timestamp with time zone,
  constraint deposits_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint deposits_check CHECK (((outcome IS NULL) = (state <> 'final'::text))),
  constraint deposits_outcome_check CHECK ((outcome = ANY (ARRAY['matched'::text, 'refund'::text, 'suspense'::text, 'requote'::text]))),
  constraint deposits_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint deposits_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'final'::text, 'reorged'::text])))
);

create table ended_counts (
  day date not null,
  origin_chain_id bigint not null,
  destination_chain_id bigint not null,
  status text not null,
  fill_tenths bigint,
  count bigint not null,
  constraint ended_counts_key UNIQUE NULLS NOT DISTINCT (day, origin_chain_id, destination_chain_id, status, fill_tenths)
);

create table ended_requests (
  order_id hash not null,
  ended_at timestamp with time zone not null,
  constraint ended_requests_pkey PRIMARY KEY (order_id)
);

create table failed_collections (
  order_id hash not null,
  chain_id bigint not null,
  failed_at timestamp with time zone not null default now(),
  constraint failed_collections_pkey PRIMARY KEY (order_id)
);

create table fast_fills (
  order_id hash not null,
  wallet text not null,
  collateral jsonb not null,
  deposit_amount amount not null,
  state text not null default 'held'::text,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint fast_fills_check CHECK (((state = 'held'::text) = (ended_at IS NULL))),
  constraint fast_fills_pkey PRIMARY KEY (order_id),
  constraint fast_fills_state_check CHECK ((state = ANY (ARRAY['held'::text, 'released'::text, 'debited'::text, 'returned'::text])))
);

create table fills (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  order_id hash not null,
  solver text not null,
  recipient text not null,
  currency text not null,
  amount amount not null,
  matched boolean not null,
  state text not null default 'seen'::text,
  unbooked boolean not null default false,
  constraint fills_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint fills_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'reorged'::text])))
);

create table halt_clearances (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  halted_reason text not null,
  reason text not null,
  cleared_at timestamp with time zone not null default now(),
  constraint halt_clearances_pkey PRIMARY KEY (id),
  constraint halt_clearances_reason_check CHECK ((reason <> ''::text))
);

create table inventory (
  chain_id bigint not null,
  sender text not null,
  currency text not null,
  balance amount not null,
  reserved amount not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint inventory_balance_check CHECK (((balance)::numeric >= (0)::numeric)),
  constraint inventory_check CHECK ((((reserved)::numeric >= (0)::numeric) AND ((reserved)::numeric <= (balance)::numeric))),
  constraint inventory_pkey PRIMARY KEY (chain_id, sender, currency)
);

create table inventory_targets (
  chain_id bigint not null,
  currency text not null,
  target amount not null,
  suggested amount,
  suggested_from bigint,
  suggested_path text,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint inventory_targets_pkey PRIMARY KEY (chain_id, currency),
  constraint inventory_targets_suggested_check CHECK (((suggested IS NOT NULL) OR ((suggested_from IS NULL) AND (suggested_path IS NULL))))
);

create table jobs (
  id bigint generated always as identity not null,
  kind text not null,
  order_id hash not null,
  leg text not null,
  chain_id bigint,
  deposit_chain_id bigint,
  deposit_tx_id text,
  deposit_ordinal integer,
  amount amount,
  reason text not null default 'N/A'::text,
  is_late boolean not null default false,
  details json,
  run_at timestamp with time zone not null default now(),
  due_since timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  locked_by text,
  locked_until timestamp with time zone,
  constraint jobs_amount_check CHECK (((kind = ANY (ARRAY['fill'::text, 'refund'::text])) = (amount IS NOT NULL))),
  constraint jobs_deposit_check CHECK (((kind = ANY (ARRAY['relay'::text, 'claim'::text])) = (deposit_tx_id IS NULL))),
  constraint jobs_kind_check CHECK ((kind = ANY (ARRAY['fill'::text, 'refund'::text, 'relay'::text, 'requote'::text, 'claim'::text]))),
  constraint jobs_kind_order_id_leg_key UNIQUE (kind, order_id, leg),
  constraint jobs_pkey PRIMARY KEY (id)
);

create table leases (
  name text not null,
  holder text not null,
  epoch bigint not null,
  expires_at timestamp with time zone not null,
  constraint leases_pkey PRIMARY KEY (name)
);

create table ledger_balances (
  account text not null,
  asset text not null,
  balance amount not null,
  constraint ledger_balances_covered CHECK ((((balance)::numeric >= (0)::numeric) OR may_go_below_zero(account))),
  constraint ledger_balances_pkey PRIMARY KEY (account, asset)
);

create table ledger_entries (
  id bigint generated always as identity not null,
  kind text not null,
  ref text not null,
  at timestamp with time zone not null default now(),
  constraint ledger_entries_kind_ref_key UNIQUE (kind, ref),
  constraint ledger_entries_pkey PRIMARY KEY (id)
);

create table ledger_postings (
  entry_id bigint not null,
  account text not null,
  asset text not null,
  amount amount not null,
  constraint ledger_postings_amount_check CHECK (((amount)::numeric <> (0)::numeric))
);

create table marker_proofs (
  chain_id bigint not null,
  tx_id text not null,
  sequence numeric(20,0) not null,
  nonce text,
  height bigint not null,
  closing_id hash,
  proven_at timestamp with time zone not null default clock_timestamp(),
  constraint marker_proofs_outbox_fkey FOREIGN KEY (chain_id, tx_id, sequence) REFERENCES outbox(chain_id, tx_id, sequence),
  constraint marker_proofs_pkey PRIMARY KEY (chain_id, tx_id, sequence)
);

create table outbox (
  chain_id bigint not null,
  tx_id text not null,
  sender text not null,
  sequence numeric(20,0) not null,
  order_id hash,
  leg text,
  purpose text not null,
  raw bytea not null,
  authorization_nonce text,
  authorization_expiry bigint,
  state text not null default 'stored'::text,
  height bigint,
  gas_cost amount,
  entry_id bigint,
  reorg_count integer not null default 0,
  sent_height bigint,
  stored_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint outbox_authorization_check CHECK (((authorization_nonce IS NULL) = (authorization_expiry IS NULL))),
  constraint outbox_check CHECK (((purpose = 'cancel'::text) = (order_id IS NULL))),
  constraint outbox_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint outbox_order_id_leg_fkey FOREIGN KEY (order_id, leg) REFERENCES settlements(order_id, leg),
  constraint outbox_pkey PRIMARY KEY (chain_id, tx_id, sequence),
  constraint outbox_purpose_check CHECK ((purpose = ANY (ARRAY['fill'::text, 'refund'::text, 'relay'::text, 'collection'::text, 'rebalance'::text, 'claim'::text, 'cancel'::text]))),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'sent'::text, 'mined'::text, 'reverted'::text, 'replaced'::text])))
);

create table permit_signatures (
  order_id hash not null,
  part text not null,
  signature text not null,
  constraint permit_signatures_order_id_fkey FOREIGN KEY (order_id) REFERENCES requests(order_id),
  constraint permit_signatures_pkey PRIMARY KEY (order_id, part)
);

create table quotes (
  request_id hash not null,
  order_id hash not null,
  created_at timestamp with time zone not null,
  fill_by timestamp with time zone not null,
  origin_chain_id bigint not null,
  destination_chain_id bigint not null,
  payer text not null,
  recipient text not null,
  referrer text,
  referrer_address text,
  api_key_id text,
  quote json not null,
  order_data json,
  order_signature text,
  execution_terms json
) partition by RANGE (created_at);

create table rebalances (
  id hash not null,
  path text not null,
  purpose text not null,
  origin_chain_id bigint not null,
  origin_currency text not null,
  sender text not null,
  amount amount not null,
  destination_chain_id bigint not null,
  destination_currency text not null,
  recipient text not null,
  received amount not null,
  micro_usd amount not null,
  cost_micro_usd amount not null,
  state text not null default 'sending'::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone not null,
  delivered_amount amount,
  delivered_height bigint,
  delivered_at timestamp with time zone,
  constraint rebalances_amount_check CHECK ((((received)::numeric > (0)::numeric) AND ((amount)::numeric > (0)::numeric))),
  constraint rebalances_chains_check CHECK ((origin_chain_id <> destination_chain_id)),
  constraint rebalances_delivered_check CHECK ((((state = 'delivered'::text) = (delivered_amount IS NOT NULL)) AND ((delivered_amount IS NULL) = (delivered_height IS NULL)) AND ((delivered_amount IS NULL) = (delivered_at IS NULL)) AND ((delivered_amount IS NULL) OR ((delivered_amount)::numeric > (0)::numeric)))),
  constraint rebalances_pkey PRIMARY KEY (id),
  constraint rebalances_purpose_check CHECK ((purpose = ANY (ARRAY['orders'::text, 'target'::text]))),
  constraint rebalances_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'in flight'::text, 'delivered'::text, 'failed'::text])))
);

create table reclaims (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  order_id hash not null,
  depositor text not null,
  currency text not null,
  amount amount not null,
  kind text not null,
  ready_at bigint,
  state text not null default 'seen'::text,
  constraint reclaims_kind_check CHECK ((kind = ANY (ARRAY['requested'::text, 'taken'::text]))),
  constraint reclaims_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint reclaims_ready_at_check CHECK (((kind = 'requested'::text) = (ready_at IS NOT NULL))),
  constraint reclaims_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'reorged'::text])))
);

create table reconciliations (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  account text not null,
  currency text not null,
  amount amount not null,
  reason text not null,
  booked_at timestamp with time zone not null default now(),
  constraint reconciliations_amount_check CHECK (((amount)::numeric <> (0)::numeric)),
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_reason_check CHECK ((btrim(reason) <> ''::text))
);

create table releases (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  order_id hash not null,
  depositor text not null,
  recipient text not null,
  currency text not null,
  amount amount not null,
  state text not null default 'seen'::text,
  unbooked boolean not null default false,
  nonce text,
  constraint releases_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint releases_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'reorged'::text])))
);

create table request_states (
  order_id hash not null,
  request_id hash not null,
  created_at timestamp with time zone not null,
  status text not null default 'waiting'::text,
  version integer not null default 0,
  in_tx_ids text[] not null default '{}'::text[],
  out_tx_ids text[] not null default '{}'::text[],
  amount_out amount,
  fail_reason text not null default 'N/A'::text,
  refund_fail_reason text not null default 'N/A'::text,
  updated_at timestamp with time zone not null,
  supersedes hash,
  constraint request_states_pkey PRIMARY KEY (order_id),
  constraint request_states_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'depositing'::text, 'pending'::text, 'submitted'::text, 'success'::text, 'refund'::text, 'failure'::text])))
);

create table requests (
  id hash not null,
  order_id hash not null,
  origin_chain_id bigint not null,
  destination_chain_id bigint not null,
  payer text not null,
  recipient text not null,
  referrer text,
  referrer_address text,
  api_key_id text,
  quote json not null,
  created_at timestamp with time zone not null default now(),
  fill_by timestamp with time zone not null,
  order_data json,
  order_signature text,
  execution_terms json,
  constraint requests_order_id_key UNIQUE (order_id),
  constraint requests_pkey PRIMARY KEY (id)
);

create table requotes (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  order_id hash not null,
  address_order_id hash not null,
  constraint requotes_address_order_id_fkey FOREIGN KEY (address_order_id) REFERENCES deposit_addresses(order_id),
  constraint requotes_chain_id_tx_id_ordinal_fkey FOREIGN KEY (chain_id, tx_id, ordinal) REFERENCES deposits(chain_id, tx_id, ordinal),
  constraint requotes_order_id_fkey FOREIGN KEY (order_id) REFERENCES requests(order_id),
  constraint requotes_order_id_key UNIQUE (order_id),
  constraint requotes_pkey PRIMARY KEY (chain_id, tx_id, ordinal)
);

create table restore_detectors (
  worker text not null,
  number bigint not null,
  advanced_at timestamp with time zone not null default now(),
  constraint restore_detectors_pkey PRIMARY KEY (worker)
);

create table schema_migrations (
  package text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (package, name)
);

create table settlement_changes (
  order_id hash not null,
  leg text not null,
  from_intent jsonb not null,
  from_chain_id bigint not null,
  reason text not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint settlement_changes_order_id_leg_fkey FOREIGN KEY (order_id, leg) REFERENCES settlements(order_id, leg),
  constraint settlement_changes_pkey PRIMARY KEY (order_id, leg)
);

create table settlements (
  order_id hash not null,
  leg text not null,
  kind text not null,
  intent jsonb not null,
  chain_id bigint not null,
  deposit_chain_id bigint,
  deposit_tx_id text,
  deposit_ordinal integer,
  gas_reserved amount not null default 0,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  collected_by text,
  constraint settlements_check CHECK (((kind = 'refund'::text) OR ((kind = 'fill'::text) = (leg = 'main'::text)))),
  constraint settlements_deposit_check CHECK (((kind = ANY (ARRAY['relay'::text, 'collection'::text, 'rebalance'::text, 'claim'::text])) = (deposit_tx_id IS NULL))),
  constraint settlements_deposit_fkey FOREIGN KEY (deposit_chain_id, deposit_tx_id, deposit_ordinal) REFERENCES deposits(chain_id, tx_id, ordinal),
  constraint settlements_kind_check CHECK ((kind = ANY (ARRAY['fill'::text, 'refund'::text, 'relay'::text, 'collection'::text, 'rebalance'::text, 'claim'::text]))),
  constraint settlements_pkey PRIMARY KEY (order_id, leg)
);

create table sponsored_topups (
  order_id hash not null,
  account text not null,
  chain_id bigint not null,
  recipient text not null,
  decided_at timestamp with time zone not null default clock_timestamp(),
  constraint sponsored_topups_pkey PRIMARY KEY (order_id)
);

create table swaps (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  block_hash text not null,
  swap_id hash not null,
  owner text not null,
  currency text not null,
  amount amount not null,
  state text not null default 'seen'::text,
  constraint swaps_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint swaps_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'reorged'::text]))),
  constraint swaps_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES requests(order_id)
);

create table unconfirmed_events (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  event jsonb not null,
  stored_at timestamp with time zone not null default now(),
  constraint unconfirmed_events_pkey PRIMARY KEY (chain_id, tx_id, ordinal)
);

create table webhook_deliveries (
  id bigint generated always as identity not null,
  message_id text not null default ('msg_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
  webhook_id text not null,
  event text not null,
  order_id hash,
  content json not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  attempted_at timestamp with time zone,
  first_attempt_at timestamp with time zone,
  status_code integer,
  fault text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'parked'::text])))
);

create table webhooks (
  id text not null,
  owner text not null,
  url text not null,
  events text[] not null,
  state text not null default 'active'::text,
  secret text not null,
  previous_secret text,
  previous_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  delivered_at timestamp with time zone,
  fault text,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_previous_check CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
  constraint webhooks_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'parked'::text])))
);

create table withdrawal_parts (
  withdrawal_id hash not null,
  leg text not null,
  deposit_chain_id bigint not null,
  deposit_tx_id text not null,
  deposit_ordinal integer not null,
  amount amount not null,
  minimum amount not null,
  reason text,
  constraint withdrawal_parts_amount_check CHECK ((((minimum)::numeric > (0)::numeric) AND ((minimum)::numeric <= (amount)::numeric))),
  constraint withdrawal_parts_deposit_fkey FOREIGN KEY (deposit_chain_id, deposit_tx_id, deposit_ordinal) REFERENCES deposits(chain_id, tx_id, ordinal),
  constraint withdrawal_parts_pkey PRIMARY KEY (withdrawal_id, leg),
  constraint withdrawal_parts_withdrawal_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id)
);

create table withdrawal_secrets (
  name text not null,
  secret bytea not null,
  constraint withdrawal_secrets_check CHECK ((octet_length(secret) = 32)),
  constraint withdrawal_secrets_pkey PRIMARY KEY (name)
);

create table withdrawals (
  id hash not null,
  chain_id bigint not null,
  currency text not null,
  amount amount not null,
  owner text not null,
  recipient text not null,
  order_data json not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint withdrawals_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint withdrawals_pkey PRIMARY KEY (id)
);

create table worth_readings (
  read_at timestamp with time zone not null default now(),
  amounts jsonb not null,
  constraint worth_readings_pkey PRIMARY KEY (read_at)
);

CREATE INDEX address_payments_order ON address_payments USING btree (order_id);

CREATE INDEX app_fee_claims_prepared ON app_fee_claims USING btree (expires_at) WHERE (state = 'prepared'::text);

CREATE INDEX app_fee_claims_wallet ON app_fee_claims USING btree (wallet, created_at DESC, id) WHERE (created_at IS NOT NULL);

CREATE UNIQUE INDEX archived_orders_request ON archived_orders USING btree (request_id);

CREATE INDEX burned_gas_clearances_chain ON burned_gas_clearances USING btree (chain_id, cleared_at);

CREATE INDEX deposit_addresses_active ON deposit_addresses USING btree (chain_id, created_at, order_id);

CREATE UNIQUE INDEX deposit_addresses_address ON deposit_addresses USING btree (address, chain_id);

CREATE INDEX deposits_open ON deposits USING btree (chain_id, height) WHERE (state = 'seen'::text);

CREATE INDEX deposits_order ON deposits USING btree (order_id);

CREATE INDEX ended_requests_ended ON ended_requests USING btree (ended_at);

CREATE INDEX fast_fills_open ON fast_fills USING btree (created_at) WHERE (state = ANY (ARRAY['held'::text, 'debited'::text]));

CREATE INDEX fast_fills_wallet ON fast_fills USING btree (wallet) WHERE (state = 'held'::text);

CREATE INDEX fills_order ON fills USING btree (order_id);

CREATE INDEX fills_unbooked ON fills USING btree (order_id) WHERE unbooked;

CREATE INDEX jobs_due ON jobs USING btree (kind, chain_id, run_at) WHERE (kind <> ALL (ARRAY['fill'::text, 'refund'::text]));

CREATE INDEX jobs_payouts_due ON jobs USING btree (chain_id, run_at, id) WHERE (kind = ANY (ARRAY['fill'::text, 'refund'::text]));

CREATE INDEX ledger_balances_owned ON ledger_balances USING btree (account, asset) WHERE ((account ~~ 'app-fee:%'::text) OR (account ~~ 'sponsor:%'::text));

CREATE INDEX ledger_postings_entry ON ledger_postings USING btree (entry_id);

CREATE INDEX ledger_postings_escrow ON ledger_postings USING btree (account) WHERE (account ~~ 'escrow:%'::text);

CREATE INDEX marker_proofs_nonce ON marker_proofs USING btree (chain_id, nonce) WHERE (nonce IS NOT NULL);

CREATE INDEX outbox_authorization ON outbox USING btree (chain_id, authorization_nonce) WHERE (authorization_nonce IS NOT NULL);

CREATE INDEX outbox_entry ON outbox USING btree (entry_id) WHERE (entry_id IS NOT NULL);

CREATE INDEX outbox_gasless ON outbox USING btree (chain_id, stored_at) WHERE (leg = 'gasless'::text);

CREATE UNIQUE INDEX outbox_one_mined ON outbox USING btree (chain_id, sender, sequence) WHERE (state = ANY (ARRAY['mined'::text, 'reverted'::text]));

CREATE INDEX outbox_open ON outbox USING btree (chain_id, sender, sequence) WHERE (state = ANY (ARRAY['stored'::text, 'sent'::text]));

CREATE INDEX outbox_reverted ON outbox USING btree (chain_id, stored_at) WHERE (state = 'reverted'::text);

CREATE INDEX outbox_settlement ON outbox USING btree (order_id, leg);

CREATE INDEX outbox_submissions ON outbox USING btree (stored_at) WHERE (leg = ANY (ARRAY['gasless'::text, 'permit'::text]));

CREATE INDEX rebalances_created ON rebalances USING btree (created_at);

CREATE INDEX rebalances_open ON rebalances USING btree (destination_chain_id, created_at) WHERE (state = ANY (ARRAY['sending'::text, 'in flight'::text]));

CREATE INDEX reclaims_order ON reclaims USING btree (order_id);

CREATE INDEX releases_nonce ON releases USING btree (chain_id, nonce) WHERE (nonce IS NOT NULL);

CREATE INDEX releases_order ON releases USING btree (order_id);

CREATE INDEX releases_unbooked ON releases USING btree (order_id) WHERE unbooked;

CREATE INDEX request_states_status ON request_states USING btree (status, created_at DESC);

CREATE UNIQUE INDEX request_states_supersedes ON request_states USING btree (supersedes) WHERE (supersedes IS NOT NULL);

CREATE INDEX request_states_updated ON request_states USING btree (updated_at DESC);

CREATE INDEX requests_api_key ON requests USING btree (api_key_id, created_at DESC) WHERE (api_key_id IS NOT NULL);

CREATE INDEX requests_chains ON requests USING btree (origin_chain_id, destination_chain_id, created_at DESC);

CREATE INDEX requests_created ON requests USING btree (created_at DESC);

CREATE INDEX requests_payer ON requests USING btree (payer, created_at DESC);

CREATE INDEX requests_recipient ON requests USING btree (recipient, created_at DESC) WHERE (recipient <> payer);

CREATE INDEX requests_referrer ON requests USING btree (referrer, created_at DESC) WHERE (referrer IS NOT NULL);

CREATE INDEX requests_referrer_address ON requests USING btree (referrer_address, created_at DESC) WHERE (referrer_address IS NOT NULL);

CREATE INDEX requotes_address ON requotes USING btree (address_order_id);

CREATE INDEX settlements_collected_by ON settlements USING btree (collected_by) WHERE (collected_by IS NOT NULL);

CREATE INDEX settlements_created ON settlements USING brin (created_at);

CREATE INDEX settlements_deposit ON settlements USING btree (deposit_tx_id, deposit_chain_id, deposit_ordinal) WHERE (deposit_tx_id IS NOT NULL);

CREATE INDEX settlements_earned ON settlements USING btree (deposit_chain_id, settled_at) WHERE ((settled_at IS NOT NULL) AND (collected_by IS NULL) AND (deposit_tx_id IS NOT NULL));

CREATE INDEX sponsored_topups_recipient ON sponsored_topups USING btree (account, chain_id, recipient, decided_at);

CREATE INDEX swaps_height ON swaps USING btree (chain_id, height);

CREATE INDEX swaps_swap ON swaps USING btree (swap_id);

CREATE INDEX webhook_deliveries_created ON webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, due_at, id) WHERE (state = 'pending'::text);

CREATE INDEX webhook_deliveries_open ON webhook_deliveries USING btree (webhook_id, order_id, id) WHERE (state <> 'delivered'::text);

CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries USING btree (webhook_id, id);

CREATE INDEX webhooks_owner ON webhooks USING btree (owner);

CREATE INDEX withdrawal_parts_deposit ON withdrawal_parts USING btree (deposit_tx_id, deposit_chain_id, deposit_ordinal);

CREATE INDEX withdrawals_owner ON withdrawals USING btree (owner, chain_id, currency, created_at DESC);

create view burned_gas as
 SELECT b.chain_id,
    b.tx_id,
    b.sequence,
    b.order_id,
    b.leg,
    b.stored_at,
    b.gas_cost,
    (GREATEST(((b.gas_cost)::numeric - COALESCE(((s.intent ->> 'chargedGas'::text))::numeric, (0)::numeric)), (0)::numeric))::numeric(78,0) AS lost
   FROM (outbox b
     LEFT JOIN settlements s USING (order_id, leg))
  WHERE ((b.state = 'reverted'::text) AND (b.purpose = ANY (ARRAY['fill'::text, 'relay'::text])));

create view current_requests as
 SELECT r.id,
    r.order_id,
    s.status,
    s.version,
    r.origin_chain_id,
    r.destination_chain_id,
    r.payer,
    r.recipient,
    r.referrer,
    r.referrer_address,
    r.api_key_id,
    r.quote,
    s.in_tx_ids,
    s.out_tx_ids,
    s.amount_out,
    s.fail_reason,
    s.refund_fail_reason,
    r.created_at,
    s.updated_at,
    r.fill_by,
    r.execution_terms
   FROM (requests r
     JOIN request_states s USING (order_id));

create view waiting_quotes as
 SELECT request_id AS id,
    order_id,
    'waiting'::text AS status,
    0 AS version,
    origin_chain_id,
    destination_chain_id,
    payer,
    recipient,
    referrer,
    referrer_address,
    api_key_id,
    quote,
    '{}'::text[] AS in_tx_ids,
    '{}'::text[] AS out_tx_ids,
    (NULL::numeric)::amount AS amount_out,
    'N/A'::text AS fail_reason,
    'N/A'::text AS refund_fail_reason,
    created_at,
    created_at AS updated_at,
    fill_by,
    execution_terms,
    order_data,
    order_signature
   FROM quotes q
  WHERE (NOT (EXISTS ( SELECT
           FROM requests r
          WHERE ((r.order_id)::bytea = (q.order_id)::bytea))));

CREATE OR REPLACE FUNCTION arm_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_relation_size('webhooks') > 0 then perform set_config('portage.webhooks', 'on', true); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION burned_gas_since(chain bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select greatest(now() - interval '1 hour', max(cleared_at)) from burned_gas_clearances where chain_id = chain
$function$
;

CREATE OR REPLACE FUNCTION check_and_apply_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION event_digest(chain_id bigint, tx_id text, ordinal integer)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN substr(sha256(convert_to(((((chain_id || ':'::text) || tx_id) || ':'::text) || ordinal), 'UTF8'::name)), 1, 16)
;

CREATE OR REPLACE FUNCTION follow_successor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare followed hash;
begin
  update request_states set status = new.status, version = version + 1, in_tx_ids = new.in_tx_ids, out_tx_ids = new.out_tx_ids,
      amount_out = new.amount_out, fail_reason = new.fail_reason, refund_fail_reason = new.refund_fail_reason, updated_at = new.updated_at
    where order_id = new.supersedes and status not in ('success', 'refund', 'failure') returning request_id into followed;
  if followed is not null then perform pg_notify('portage_requests', hash_text(followed)); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION hash_text(id bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('0x'::text || encode(id, 'hex'::text))
;

CREATE OR REPLACE FUNCTION may_go_below_zero(account text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((account ~~ 'capital%'::text) OR (account ~~ 'pnl%'::text) OR (account ~~ 'gas%'::text) OR (account ~~ 'outside%'::text) OR (account ~~ 'collected%'::text) OR (account ~~ 'gain%'::text))
;

CREATE OR REPLACE FUNCTION owner_of_key(key text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare found_owner text;
begin
  if key is null or to_regclass('api_keys') is null then return key; end if;
  select owner into found_owner from api_keys where id = key;
  return coalesce(found_owner, key);
end $function$
;

CREATE OR REPLACE FUNCTION prepare_quotes(at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first timestamp;
  name text;
  -- Beyond the deadline of the order, which is seven days after its quote.
  over_at timestamptz := least(at, now()) - interval '14 days';
  is_over boolean;
begin
  perform pg_advisory_xact_lock(hashtext('portage_quotes_partitions'));
  for step in 0..1 loop
    first := date_trunc('day', at at time zone 'UTC') + step * interval '1 day';
    name := 'quotes_' || to_char(first, 'YYYYMMDD');
    if to_regclass(name) is null then
      -- Attached rather than made in place: who writes and reads quotes does not wait for it.
      execute format('create table %I (like quotes including constraints)', name);
      execute format('create unique index %I on %I (request_id)', name || '_request', name);
      execute format('create unique index %I on %I (order_id)', name || '_order', name);
      -- What payers do alone, of which no log of the chain may tell: it is looked for in blocks.
      execute format('create index %I on %I (origin_chain_id, created_at) where order_data is null', name || '_alone', name);
      execute format('alter table quotes attach partition %I for values from (%L) to (%L)',
        name, first at time zone 'UTC', (first + interval '1 day') at time zone 'UTC');
    end if;
  end loop;
  for name in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'quotes'::regclass
        and relname < 'quotes_' || to_char(over_at at time zone 'UTC', 'YYYYMMDD')
      order by relname
  loop
    execute format('select not exists (select from %I where fill_by >= $1)', name) into is_over using over_at;
    if is_over then
      execute format('drop table %I', name);
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'P0003';
end $function$
;

CREATE OR REPLACE FUNCTION refuse_leaving_terminal_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'request % cannot leave terminal status %', hash_text(old.request_id), old.status using errcode = 'P0001';
end $function$
;

CREATE OR REPLACE FUNCTION refuse_unless_new(is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if is_new is distinct from true then
    raise exception 'not all of the step is new' using errcode = '40001';
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION refuse_unproven_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.kind <> 'fill' or old.settled_at is not null or exists (
    select 1 from outbox where order_id = old.order_id and leg = old.leg and purpose = 'fill'
      and state in ('stored', 'sent', 'mined')
  ) then
    raise exception 'settlement % of order % cannot change from % to %', old.leg, hash_text(old.order_id), old.kind, new.kind using errcode = 'P0004';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION tell_status()
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
end $function$
;

CREATE OR REPLACE FUNCTION tell_transfer()
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
end $function$
;

CREATE OR REPLACE FUNCTION tell_webhooks(wanted text, subject hash, content json)
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
end $function$
;

CREATE TRIGGER address_payments_armed BEFORE INSERT OR UPDATE ON address_payments FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

CREATE CONSTRAINT TRIGGER address_payments_told AFTER INSERT ON address_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((current_setting('portage.webhooks'::text, true) = 'on'::text)) EXECUTE FUNCTION tell_transfer('transfer');

CREATE TRIGGER deposits_armed BEFORE INSERT OR UPDATE ON deposits FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

CREATE CONSTRAINT TRIGGER deposits_retold AFTER UPDATE ON deposits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.state = 'reorged'::text) <> (new.state = 'reorged'::text)) AND (current_setting('portage.webhooks'::text, true) = 'on'::text))) EXECUTE FUNCTION tell_transfer('deposit');

CREATE CONSTRAINT TRIGGER deposits_told AFTER INSERT ON deposits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((current_setting('portage.webhooks'::text, true) = 'on'::text)) EXECUTE FUNCTION tell_transfer('deposit');

CREATE TRIGGER fills_armed BEFORE INSERT OR UPDATE ON fills FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

CREATE CONSTRAINT TRIGGER fills_retold AFTER UPDATE ON fills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.matched AND ((old.state = 'reorged'::text) <> (new.state = 'reorged'::text)) AND (current_setting('portage.webhooks'::text, true) = 'on'::text))) EXECUTE FUNCTION tell_transfer('fill');

CREATE CONSTRAINT TRIGGER fills_told AFTER INSERT ON fills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.matched AND (current_setting('portage.webhooks'::text, true) = 'on'::text))) EXECUTE FUNCTION tell_transfer('fill');

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT WHEN ((current_setting('portage.archiving'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT WHEN ((current_setting('portage.archiving'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('portage.archiving'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION check_and_apply_postings();

CREATE TRIGGER releases_armed BEFORE INSERT OR UPDATE ON releases FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

CREATE CONSTRAINT TRIGGER releases_retold AFTER UPDATE ON releases DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.state = 'reorged'::text) <> (new.state = 'reorged'::text)) AND (current_setting('portage.webhooks'::text, true) = 'on'::text))) EXECUTE FUNCTION tell_transfer('refund');

CREATE CONSTRAINT TRIGGER releases_told AFTER INSERT ON releases DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((current_setting('portage.webhooks'::text, true) = 'on'::text)) EXECUTE FUNCTION tell_transfer('refund');

CREATE TRIGGER request_states_armed BEFORE INSERT OR UPDATE ON request_states FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

CREATE CONSTRAINT TRIGGER request_states_begun AFTER INSERT ON request_states DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.version > 0) AND (current_setting('portage.webhooks'::text, true) = 'on'::text))) EXECUTE FUNCTION tell_status();

CREATE CONSTRAINT TRIGGER request_states_changed AFTER UPDATE ON request_states DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.version <> old.version) AND (current_setting('portage.webhooks'::text, true) = 'on'::text))) EXECUTE FUNCTION tell_status();

CREATE TRIGGER request_states_followed AFTER UPDATE ON request_states FOR EACH ROW WHEN ((new.supersedes IS NOT NULL)) EXECUTE FUNCTION follow_successor();

CREATE TRIGGER request_states_terminal BEFORE UPDATE OF status ON request_states FOR EACH ROW WHEN (((old.status = ANY (ARRAY['success'::text, 'refund'::text, 'failure'::text])) AND (new.status <> old.status))) EXECUTE FUNCTION refuse_leaving_terminal_status();

CREATE TRIGGER settlements_change BEFORE UPDATE OF kind ON settlements FOR EACH ROW WHEN ((new.kind <> old.kind)) EXECUTE FUNCTION refuse_unproven_change();

CREATE TRIGGER swaps_armed BEFORE INSERT OR UPDATE ON swaps FOR EACH STATEMENT EXECUTE FUNCTION arm_webhooks();

CREATE CONSTRAINT TRIGGER swaps_retold AFTER UPDATE ON swaps DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.state = 'reorged'::text) <> (new.state = 'reorged'::text)) AND (current_setting('portage.webhooks'::text, true) = 'on'::text))) EXECUTE FUNCTION tell_transfer('swap');

CREATE CONSTRAINT TRIGGER swaps_told AFTER INSERT ON swaps DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((current_setting('portage.webhooks'::text, true) = 'on'::text)) EXECUTE FUNCTION tell_transfer('swap');
