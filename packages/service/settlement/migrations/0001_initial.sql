create domain amount as numeric(78,0);

-- Id of a request, an order or a swap.
create domain hash as bytea CHECK (octet_length(VALUE) = 32);

create function hash_text(id bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('0x' || encode(id, 'hex'));

create function may_go_below_zero(account text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((account ~~ 'capital%') OR (account ~~ 'pnl%') OR (account ~~ 'gas%') OR (account ~~ 'outside%') OR (account ~~ 'collected%') OR (account ~~ 'gain%'));

-- The last accepted price of each asset; the first one after a start is compared with it.
create table accepted_prices (
  asset_id text not null,
  usd_e12 amount not null,
  observed_ms bigint not null,
  constraint accepted_prices_check CHECK ((usd_e12 > (0)::numeric)),
  constraint accepted_prices_pkey PRIMARY KEY (asset_id)
);

-- Currencies that are not quoted for now.
create table asset_faults (
  chain_id bigint not null,
  currency text not null,
  kind text not null,
  reason text not null,
  since timestamptz not null default now(),
  constraint asset_faults_kind_check CHECK ((kind = ANY (ARRAY['unpayable', 'missing']))),
  constraint asset_faults_pkey PRIMARY KEY (chain_id, currency, kind)
);

-- Balances of the last comparison with the books; the account is a sender, or 'depository'.
create table balance_counts (
  chain_id bigint not null,
  account text not null,
  currency text not null,
  balance amount not null,
  books amount not null,
  height bigint not null,
  -- Since when comparisons have told the same difference.
  since timestamptz not null default now(),
  counted_at timestamptz not null default now(),
  constraint balance_counts_pkey PRIMARY KEY (chain_id, account, currency)
) WITH (fillfactor='50');

-- Gas that calls burned and that an operator no longer counts.
create table burned_gas_clearances (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  burned amount not null,
  reason text not null,
  cleared_at timestamptz not null default now(),
  constraint burned_gas_clearances_pkey PRIMARY KEY (id),
  constraint burned_gas_clearances_reason_check CHECK ((reason <> ''))
);

create index burned_gas_clearances_chain ON burned_gas_clearances USING btree (chain_id, cleared_at);

-- The beginning of the hour over which burned gas is counted, or the last clearance within it.
create function burned_gas_since(chain bigint)
 RETURNS timestamptz
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select greatest(now() - interval '1 hour', max(cleared_at)) from burned_gas_clearances where chain_id = chain
$function$;

-- Limits that a circuit breaker has set on a chain, until an operator clears them.
create table breakers (
  chain_id bigint not null,
  kind text not null,
  reason text not null,
  -- Confirmations that each deposit needs at least.
  depth integer,
  tripped_at timestamptz not null default now(),
  constraint breakers_pkey PRIMARY KEY (chain_id, kind),
  constraint breakers_kind_check CHECK ((kind = ANY (ARRAY['quotes', 'depth']))),
  constraint breakers_depth_check CHECK (((kind = 'depth'::text) = (depth IS NOT NULL)))
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
  -- Differences between the chain and the books that were booked.
  reconciled integer not null default 0,
  -- First block that is still to be read a second time.
  reread_height bigint,
  updated_at timestamptz not null default now(),
  constraint chain_cursors_pkey PRIMARY KEY (chain_id)
);

-- The newest readings of each chain that a worker shares with processes that only answer. They are
-- shared anew all the time, so they need not outlive a crash of the server, and are not logged.
create unlogged table chain_readings (
  chain_id bigint not null,
  reading text not null,
  shared_at timestamptz not null,
  constraint chain_readings_pkey PRIMARY KEY (chain_id)
) WITH (fillfactor='50');

create table currencies (
  id text not null,
  content text not null,
  constraint currencies_check CHECK ((id = "left"(encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'), 32))),
  constraint currencies_pkey PRIMARY KEY (id)
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
  created_at timestamptz not null default now(),
  fill_by timestamptz not null,
  order_data json,
  order_signature text,
  execution_terms json,
  constraint requests_order_id_key UNIQUE (order_id),
  constraint requests_pkey PRIMARY KEY (id)
);

create table quotes (
  request_id hash not null,
  order_id hash not null,
  created_at timestamptz not null,
  fill_by timestamptz not null,
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
) PARTITION BY RANGE (created_at);

create table deposit_addresses (
  order_id hash not null,
  chain_id bigint not null,
  address text not null,
  type text not null,
  currency text not null,
  depositor text not null,
  refund_to text not null,
  quote_request jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sweeps integer not null default 0,
  disabled_at timestamptz,
  constraint deposit_addresses_order_id_fkey FOREIGN KEY (order_id) REFERENCES requests(order_id),
  constraint deposit_addresses_pkey PRIMARY KEY (order_id),
  constraint deposit_addresses_type_check CHECK ((type = ANY (ARRAY['strict', 'open'])))
);

-- Transfers of payers to deposit addresses, for show: nothing is credited by them.
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

-- Counter of each worker, to tell that the database was put back to an older state.
create table restore_detectors (
  worker text not null,
  number bigint not null,
  advanced_at timestamptz not null default now(),
  constraint restore_detectors_pkey PRIMARY KEY (worker)
);

-- Amounts that the solver owned by asset, a minute apart: they tell what it lost within an hour.
create table worth_readings (
  read_at timestamptz not null default now(),
  amounts jsonb not null,
  constraint worth_readings_pkey PRIMARY KEY (read_at)
);

-- Minutes in which a process with an API answered, and the chains that were well then.
create table answered_minutes (
  minute timestamptz not null,
  chains bigint[] not null,
  constraint answered_minutes_pkey PRIMARY KEY (minute)
);

-- How many minutes of a day were answered, by the chains that were well: reading does not count minutes.
create table answered_days (
  day date not null,
  chains bigint[] not null,
  minutes integer not null,
  constraint answered_days_pkey PRIMARY KEY (day, chains)
);

-- The first minute in which a chain was well.
create table answered_chains (
  chain_id bigint not null,
  since timestamptz not null,
  constraint answered_chains_pkey PRIMARY KEY (chain_id)
);

-- Requests that are among the counts below, and when they ended: request_states.updated_at moves on with what comes later.
create table ended_requests (
  order_id hash not null,
  ended_at timestamptz not null,
  constraint ended_requests_pkey PRIMARY KEY (order_id)
);

create index ended_requests_ended ON ended_requests USING btree (ended_at);

-- Ended requests by the day of their end; fills also by how long they took, in tenths of a second, rounded up.
create table ended_counts (
  day date not null,
  origin_chain_id bigint not null,
  destination_chain_id bigint not null,
  status text not null,
  fill_tenths bigint,
  count bigint not null,
  constraint ended_counts_key UNIQUE NULLS NOT DISTINCT (day, origin_chain_id, destination_chain_id, status, fill_tenths)
);

-- Months whose ended orders were written to files; what came late to a month is a further part of it.
create table archives (
  id text not null,
  month date not null,
  -- What its manifest says too, so that files of another database are not taken for its own.
  token text not null default (gen_random_uuid())::text,
  -- SHA-256 of the manifest, once all of its files are durable.
  manifest hash,
  begun_at timestamptz not null default clock_timestamp(),
  -- When the last of its orders had left these tables.
  dropped_at timestamptz,
  constraint archives_dropped_check CHECK (((dropped_at IS NULL) OR (manifest IS NOT NULL))),
  constraint archives_id_check CHECK ((id ~ '^[0-9]{4}-[0-9]{2}(-[0-9]+)?$')),
  constraint archives_pkey PRIMARY KEY (id)
);

-- Orders that are in files alone. What chains tell again of them is passed over, so that nothing is settled twice.
create table archived_orders (
  order_id hash not null,
  request_id hash not null,
  archive_id text not null,
  -- Deposits, payments and releases of the order, by event_digest.
  seen bytea[] not null,
  constraint archived_orders_archive_fkey FOREIGN KEY (archive_id) REFERENCES archives(id),
  constraint archived_orders_pkey PRIMARY KEY (order_id)
);

create unique index archived_orders_request ON archived_orders USING btree (request_id);

-- What archived orders had earned that was collected.
create table archived_earnings (
  collection_id hash not null,
  earned amount not null,
  constraint archived_earnings_pkey PRIMARY KEY (collection_id)
);

-- Names an event in 16 bytes.
create function event_digest(chain_id bigint, tx_id text, ordinal integer)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN substr(sha256(convert_to((((chain_id || ':') || tx_id) || ':') || ordinal, 'UTF8')), 1, 16);

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
  state text not null default 'seen',
  outcome text,
  reason text not null default 'N/A',
  leg text,
  reorg_count integer not null default 0,
  covered_loss amount not null default 0,
  seen_at timestamptz not null default now(),
  final_at timestamptz,
  constraint deposits_amount_check CHECK (((amount) > (0))),
  constraint deposits_check CHECK (((outcome IS NULL) = (state <> 'final'))),
  constraint deposits_outcome_check CHECK ((outcome = ANY (ARRAY['matched', 'refund', 'suspense', 'requote']))),
  constraint deposits_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint deposits_state_check CHECK ((state = ANY (ARRAY['seen', 'final', 'reorged'])))
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
  state text not null default 'seen',
  unbooked boolean not null default false,
  constraint fills_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint fills_state_check CHECK ((state = ANY (ARRAY['seen', 'reorged'])))
);

-- Earnings of apps that stand behind payouts before their deposits are final.
create table fast_fills (
  order_id hash not null,
  wallet text not null,
  -- What is held: a list of asset and amount.
  collateral jsonb not null,
  -- Deposit up to which it stands.
  deposit_amount amount not null,
  state text not null default 'held',
  created_at timestamptz not null default now(),
  -- When a deposit counted as final because of it.
  used_at timestamptz,
  ended_at timestamptz,
  constraint fast_fills_check CHECK (((state = 'held') = (ended_at IS NULL))),
  constraint fast_fills_pkey PRIMARY KEY (order_id),
  constraint fast_fills_state_check CHECK ((state = ANY (ARRAY['held', 'released', 'debited', 'returned'])))
);

create index fast_fills_open ON fast_fills USING btree (created_at) WHERE (state = ANY (ARRAY['held', 'debited']));

create index fast_fills_wallet ON fast_fills USING btree (wallet) WHERE (state = 'held');

create table halt_clearances (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  halted_reason text not null,
  reason text not null,
  cleared_at timestamptz not null default now(),
  constraint halt_clearances_pkey PRIMARY KEY (id),
  constraint halt_clearances_reason_check CHECK ((reason <> ''))
);

create table unconfirmed_events (
  chain_id bigint not null,
  tx_id text not null,
  ordinal integer not null,
  height bigint not null,
  event jsonb not null,
  stored_at timestamptz not null default now(),
  constraint unconfirmed_events_pkey PRIMARY KEY (chain_id, tx_id, ordinal)
);

create table inventory (
  chain_id bigint not null,
  sender text not null,
  currency text not null,
  balance amount not null,
  reserved amount not null default 0,
  updated_at timestamptz not null default now(),
  constraint inventory_balance_check CHECK (((balance) >= (0))),
  constraint inventory_check CHECK ((((reserved) >= (0)) AND ((reserved) <= (balance)))),
  constraint inventory_pkey PRIMARY KEY (chain_id, sender, currency)
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
  reason text not null default 'N/A',
  is_late boolean not null default false,
  details json,
  run_at timestamptz not null default now(),
  -- When it was due first, once it was put off.
  due_since timestamptz,
  attempts integer not null default 0,
  last_error text,
  locked_by text,
  locked_until timestamptz,
  constraint jobs_amount_check CHECK (((kind = ANY (ARRAY['fill', 'refund'])) = (amount IS NOT NULL))),
  constraint jobs_deposit_check CHECK (((kind = ANY (ARRAY['relay', 'claim'])) = (deposit_tx_id IS NULL))),
  constraint jobs_kind_check CHECK ((kind = ANY (ARRAY['fill', 'refund', 'relay', 'requote', 'claim']))),
  constraint jobs_kind_order_id_leg_key UNIQUE (kind, order_id, leg),
  constraint jobs_pkey PRIMARY KEY (id)
);

create table ledger_balances (
  account text not null,
  asset text not null,
  balance amount not null,
  constraint ledger_balances_covered CHECK ((((balance) >= (0)) OR may_go_below_zero(account))),
  constraint ledger_balances_pkey PRIMARY KEY (account, asset)
);

create table ledger_entries (
  id bigint generated always as identity not null,
  kind text not null,
  ref text not null,
  at timestamptz not null default now(),
  constraint ledger_entries_kind_ref_key UNIQUE (kind, ref),
  constraint ledger_entries_pkey PRIMARY KEY (id)
);

create table ledger_postings (
  entry_id bigint not null,
  account text not null,
  asset text not null,
  amount amount not null,
  constraint ledger_postings_amount_check CHECK (((amount) <> (0)))
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
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  collected_by text,
  constraint settlements_check CHECK (((kind = 'refund') OR ((kind = 'fill') = (leg = 'main')))),
  constraint settlements_deposit_check CHECK (((kind = ANY (ARRAY['relay', 'collection', 'rebalance', 'claim'])) = (deposit_tx_id IS NULL))),
  constraint settlements_deposit_fkey FOREIGN KEY (deposit_chain_id, deposit_tx_id, deposit_ordinal) REFERENCES deposits(chain_id, tx_id, ordinal),
  constraint settlements_kind_check CHECK ((kind = ANY (ARRAY['fill', 'refund', 'relay', 'collection', 'rebalance', 'claim']))),
  constraint settlements_pkey PRIMARY KEY (order_id, leg)
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
  -- What in the bytes anybody may carry out, and until when by the chain's clock, in Unix seconds.
  authorization_nonce text,
  authorization_expiry bigint,
  state text not null default 'stored',
  height bigint,
  gas_cost amount,
  entry_id bigint,
  reorg_count integer not null default 0,
  sent_height bigint,
  stored_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint outbox_authorization_check CHECK (((authorization_nonce IS NULL) = (authorization_expiry IS NULL))),
  constraint outbox_check CHECK (((purpose = 'cancel') = (order_id IS NULL))),
  constraint outbox_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  constraint outbox_order_id_leg_fkey FOREIGN KEY (order_id, leg) REFERENCES settlements(order_id, leg),
  constraint outbox_pkey PRIMARY KEY (chain_id, tx_id, sequence),
  constraint outbox_purpose_check CHECK ((purpose = ANY (ARRAY['fill', 'refund', 'relay', 'collection', 'rebalance', 'claim', 'cancel']))),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['stored', 'sent', 'mined', 'reverted', 'replaced'])))
);

-- An entry that is archived is deleted, which looks for its transaction here.
create index outbox_entry ON outbox USING btree (entry_id) WHERE (entry_id IS NOT NULL);

create index outbox_authorization ON outbox USING btree (chain_id, authorization_nonce) WHERE (authorization_nonce IS NOT NULL);

-- What markers on a chain have proven, so that they may be closed: the payment was made, by this transaction. The
-- closing is a relay; there is none where the marker was gone.
create table marker_proofs (
  chain_id bigint not null,
  tx_id text not null,
  sequence numeric(20,0) not null,
  nonce text,
  height bigint not null,
  closing_id hash,
  proven_at timestamptz not null default clock_timestamp(),
  constraint marker_proofs_outbox_fkey FOREIGN KEY (chain_id, tx_id, sequence) REFERENCES outbox(chain_id, tx_id, sequence),
  constraint marker_proofs_pkey PRIMARY KEY (chain_id, tx_id, sequence)
);

create index marker_proofs_nonce ON marker_proofs USING btree (chain_id, nonce) WHERE (nonce IS NOT NULL);

-- Collections that did not land and whose signature may still be carried out.
create table failed_collections (
  order_id hash not null,
  chain_id bigint not null,
  failed_at timestamptz not null default now(),
  constraint failed_collections_pkey PRIMARY KEY (order_id)
);


-- Inventory that the solver moves between chains; its settlement has the id and the leg 'rebalance'.
create table rebalances (
  id hash not null,
  path text not null,
  -- Why it is made: orders that wait for it, or a target of the operator.
  purpose text not null,
  origin_chain_id bigint not null,
  origin_currency text not null,
  sender text not null,
  -- Amount that is sent, and what is to arrive of it.
  amount amount not null,
  destination_chain_id bigint not null,
  destination_currency text not null,
  recipient text not null,
  received amount not null,
  -- Worth of the amount and of what the path keeps of it, as it was signed.
  micro_usd amount not null,
  cost_micro_usd amount not null,
  state text not null default 'sending',
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  delivered_amount amount,
  delivered_height bigint,
  delivered_at timestamptz,
  constraint rebalances_amount_check CHECK ((((received) > (0)) AND ((amount) > (0)))),
  constraint rebalances_delivered_check CHECK ((((state = 'delivered') = (delivered_amount IS NOT NULL)) AND ((delivered_amount IS NULL) = (delivered_height IS NULL)) AND ((delivered_amount IS NULL) = (delivered_at IS NULL)) AND ((delivered_amount IS NULL) OR ((delivered_amount) > (0))))),
  constraint rebalances_pkey PRIMARY KEY (id),
  constraint rebalances_purpose_check CHECK ((purpose = ANY (ARRAY['orders', 'target']))),
  constraint rebalances_chains_check CHECK ((origin_chain_id <> destination_chain_id)),
  constraint rebalances_state_check CHECK ((state = ANY (ARRAY['sending', 'in flight', 'delivered', 'failed'])))
);

create index rebalances_open ON rebalances USING btree (destination_chain_id, created_at) WHERE (state = ANY (ARRAY['sending', 'in flight']));

create index rebalances_created ON rebalances USING btree (created_at);

-- What the operator wants a sender to hold, as its worker reckoned last, and what would bring it.
create table inventory_targets (
  chain_id bigint not null,
  currency text not null,
  -- Smallest units, at the price of that time.
  target amount not null,
  -- Amount to be brought from another chain; there may be no path for it.
  suggested amount,
  suggested_from bigint,
  suggested_path text,
  updated_at timestamptz not null default clock_timestamp(),
  constraint inventory_targets_pkey PRIMARY KEY (chain_id, currency),
  constraint inventory_targets_suggested_check CHECK (((suggested IS NOT NULL) OR ((suggested_from IS NULL) AND (suggested_path IS NULL))))
);

create table permit_signatures (
  order_id hash not null,
  part text not null,
  signature text not null,
  constraint permit_signatures_order_id_fkey FOREIGN KEY (order_id) REFERENCES requests(order_id),
  constraint permit_signatures_pkey PRIMARY KEY (order_id, part)
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
  state text not null default 'seen',
  constraint reclaims_kind_check CHECK ((kind = ANY (ARRAY['requested', 'taken']))),
  constraint reclaims_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint reclaims_ready_at_check CHECK (((kind = 'requested') = (ready_at IS NOT NULL))),
  constraint reclaims_state_check CHECK ((state = ANY (ARRAY['seen', 'reorged'])))
);

-- Differences between a chain and the books that an operator has booked.
create table reconciliations (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  account text not null,
  currency text not null,
  amount amount not null,
  reason text not null,
  booked_at timestamptz not null default now(),
  constraint reconciliations_amount_check CHECK ((amount <> 0)),
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_reason_check CHECK ((btrim(reason) <> ''))
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
  state text not null default 'seen',
  unbooked boolean not null default false,
  -- Nonce of the authorization that was carried out, where the chain tells it.
  nonce text,
  constraint releases_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint releases_state_check CHECK ((state = ANY (ARRAY['seen', 'reorged'])))
);

create index releases_nonce ON releases USING btree (chain_id, nonce) WHERE (nonce IS NOT NULL);

create table request_states (
  order_id hash not null,
  request_id hash not null,
  created_at timestamptz not null,
  status text not null default 'waiting',
  version integer not null default 0,
  in_tx_ids text[] not null default '{}'::text[],
  out_tx_ids text[] not null default '{}'::text[],
  amount_out amount,
  fail_reason text not null default 'N/A',
  refund_fail_reason text not null default 'N/A',
  updated_at timestamptz not null,
  supersedes hash,
  constraint request_states_pkey PRIMARY KEY (order_id),
  constraint request_states_status_check CHECK ((status = ANY (ARRAY['waiting', 'depositing', 'pending', 'submitted', 'success', 'refund', 'failure'])))
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

create table settlement_changes (
  order_id hash not null,
  leg text not null,
  from_intent jsonb not null,
  from_chain_id bigint not null,
  reason text not null,
  changed_at timestamptz not null default clock_timestamp(),
  constraint settlement_changes_order_id_leg_fkey FOREIGN KEY (order_id, leg) REFERENCES settlements(order_id, leg),
  constraint settlement_changes_pkey PRIMARY KEY (order_id, leg)
);

-- What an owner withdraws of its balance. Its money is on the escrow of its id, as an order's is.
create table withdrawals (
  -- The nonce that its owner signed.
  id hash not null,
  chain_id bigint not null,
  currency text not null,
  amount amount not null,
  owner text not null,
  recipient text not null,
  -- The order of its owner: money that is only paid back.
  order_data json not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint withdrawals_amount_check CHECK (((amount) > (0))),
  constraint withdrawals_pkey PRIMARY KEY (id)
);

-- What a withdrawal takes of one deposit, and pays by itself.
create table withdrawal_parts (
  withdrawal_id hash not null,
  leg text not null,
  deposit_chain_id bigint not null,
  deposit_tx_id text not null,
  deposit_ordinal integer not null,
  amount amount not null,
  -- The least that its recipient gets.
  minimum amount not null,
  -- Why it was not paid.
  reason text,
  constraint withdrawal_parts_amount_check CHECK ((((minimum) > (0)) AND ((minimum) <= (amount)))),
  constraint withdrawal_parts_deposit_fkey FOREIGN KEY (deposit_chain_id, deposit_tx_id, deposit_ordinal) REFERENCES deposits(chain_id, tx_id, ordinal),
  constraint withdrawal_parts_pkey PRIMARY KEY (withdrawal_id, leg),
  constraint withdrawal_parts_withdrawal_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id)
);

-- What apps claim of their fees; its settlement has the id and the leg 'claim'.
create table app_fee_claims (
  id hash not null,
  -- Account that earned it, in the form of the solver's chain.
  wallet text not null,
  chain_id bigint not null,
  currency text not null,
  amount amount not null,
  recipient text not null,
  -- The 32 bytes that the wallet's owner signs.
  digest hash not null,
  state text not null default 'prepared',
  -- Why it was not paid.
  reason text,
  -- Transaction that paid it.
  tx_id text,
  expires_at timestamptz not null,
  -- When its signature was taken in.
  created_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  constraint app_fee_claims_amount_check CHECK (((amount) > (0))),
  constraint app_fee_claims_created_check CHECK (((state = 'prepared') = (created_at IS NULL))),
  constraint app_fee_claims_paid_check CHECK (((state = 'paid') = (tx_id IS NOT NULL))),
  constraint app_fee_claims_pkey PRIMARY KEY (id),
  constraint app_fee_claims_returned_check CHECK (((state = 'returned') = (reason IS NOT NULL))),
  constraint app_fee_claims_state_check CHECK ((state = ANY (ARRAY['prepared', 'open', 'paid', 'returned'])))
);

create index app_fee_claims_wallet ON app_fee_claims USING btree (wallet, created_at DESC, id) WHERE (created_at IS NOT NULL);

create index app_fee_claims_prepared ON app_fee_claims USING btree (expires_at) WHERE (state = 'prepared');

-- Secrets that all processes of the service share.
create table withdrawal_secrets (
  name text not null,
  secret bytea not null,
  constraint withdrawal_secrets_check CHECK ((octet_length(secret) = 32)),
  constraint withdrawal_secrets_pkey PRIMARY KEY (name)
);

create index withdrawals_owner ON withdrawals USING btree (owner, chain_id, currency, created_at DESC);

create index withdrawal_parts_deposit ON withdrawal_parts USING btree (deposit_tx_id, deposit_chain_id, deposit_ordinal);

create table sponsored_topups (
  order_id hash not null,
  account text not null,
  chain_id bigint not null,
  recipient text not null,
  decided_at timestamptz not null default clock_timestamp(),
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
  state text not null default 'seen',
  constraint swaps_pkey PRIMARY KEY (chain_id, tx_id, ordinal),
  constraint swaps_state_check CHECK ((state = ANY (ARRAY['seen', 'reorged']))),
  constraint swaps_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES requests(order_id)
);

create index address_payments_order ON address_payments USING btree (order_id);

create index deposit_addresses_active ON deposit_addresses USING btree (chain_id, created_at, order_id);

create unique index deposit_addresses_address ON deposit_addresses USING btree (address, chain_id);

create index deposits_open ON deposits USING btree (chain_id, height) WHERE (state = 'seen');

create index deposits_order ON deposits USING btree (order_id);

create index fills_order ON fills USING btree (order_id);

create index fills_unbooked ON fills USING btree (order_id) WHERE unbooked;

create index jobs_due ON jobs USING btree (kind, chain_id, run_at) WHERE (kind <> ALL (ARRAY['fill', 'refund']));

create index jobs_payouts_due ON jobs USING btree (chain_id, run_at, id) WHERE (kind = ANY (ARRAY['fill', 'refund']));

create index ledger_balances_owned ON ledger_balances USING btree (account, asset) WHERE ((account ~~ 'app-fee:%'::text) OR (account ~~ 'sponsor:%'::text));

create index ledger_postings_escrow ON ledger_postings USING btree (account) WHERE (account ~~ 'escrow:%'::text);

create index ledger_postings_entry ON ledger_postings USING btree (entry_id);

create unique index outbox_one_mined ON outbox USING btree (chain_id, sender, sequence) WHERE (state = ANY (ARRAY['mined', 'reverted']));

create index outbox_open ON outbox USING btree (chain_id, sender, sequence) WHERE (state = ANY (ARRAY['stored', 'sent']));

create index outbox_reverted ON outbox USING btree (chain_id, stored_at) WHERE (state = 'reverted');

create index outbox_settlement ON outbox USING btree (order_id, leg);

create index reclaims_order ON reclaims USING btree (order_id);

create index outbox_gasless ON outbox USING btree (chain_id, stored_at) WHERE (leg = 'gasless'::text);

create index outbox_submissions ON outbox USING btree (stored_at) WHERE (leg = ANY (ARRAY['gasless'::text, 'permit'::text]));

create index releases_order ON releases USING btree (order_id);

create index releases_unbooked ON releases USING btree (order_id) WHERE unbooked;

create index request_states_status ON request_states USING btree (status, created_at DESC);

create unique index request_states_supersedes ON request_states USING btree (supersedes) WHERE (supersedes IS NOT NULL);

create index request_states_updated ON request_states USING btree (updated_at DESC);

create index requests_api_key ON requests USING btree (api_key_id, created_at DESC) WHERE (api_key_id IS NOT NULL);

create index requests_chains ON requests USING btree (origin_chain_id, destination_chain_id, created_at DESC);

create index requests_created ON requests USING btree (created_at DESC);


create index requests_payer ON requests USING btree (payer, created_at DESC);

create index requests_recipient ON requests USING btree (recipient, created_at DESC) WHERE (recipient <> payer);

create index requests_referrer ON requests USING btree (referrer, created_at DESC) WHERE (referrer IS NOT NULL);

create index requests_referrer_address ON requests USING btree (referrer_address, created_at DESC) WHERE (referrer_address IS NOT NULL);

create index requotes_address ON requotes USING btree (address_order_id);

create index sponsored_topups_recipient ON sponsored_topups USING btree (account, chain_id, recipient, decided_at);

create index settlements_collected_by ON settlements USING btree (collected_by) WHERE (collected_by IS NOT NULL);

create index settlements_earned ON settlements USING btree (deposit_chain_id, settled_at) WHERE ((settled_at IS NOT NULL) AND (collected_by IS NULL) AND (deposit_tx_id IS NOT NULL));

create index settlements_created ON settlements USING brin (created_at);

create index settlements_deposit ON settlements USING btree (deposit_tx_id, deposit_chain_id, deposit_ordinal) WHERE (deposit_tx_id IS NOT NULL);

create index swaps_height ON swaps USING btree (chain_id, height);

create index swaps_swap ON swaps USING btree (swap_id);

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
 SELECT q.request_id AS id,
    q.order_id,
    'waiting'::text AS status,
    0 AS version,
    q.origin_chain_id,
    q.destination_chain_id,
    q.payer,
    q.recipient,
    q.referrer,
    q.referrer_address,
    q.api_key_id,
    q.quote AS quote,
    '{}'::text[] AS in_tx_ids,
    '{}'::text[] AS out_tx_ids,
    NULL::amount AS amount_out,
    'N/A'::text AS fail_reason,
    'N/A'::text AS refund_fail_reason,
    q.created_at,
    q.created_at AS updated_at,
    q.fill_by,
    q.execution_terms,
    q.order_data,
    q.order_signature
   FROM quotes q
  WHERE (NOT (EXISTS ( SELECT
           FROM requests r
          WHERE (r.order_id = q.order_id))));

-- Gas that fills and calls of others burned, and what of it nobody paid for: the gas of calls comes off the refund of their
-- order.
create view burned_gas as
 SELECT b.chain_id,
    b.tx_id,
    b.sequence,
    b.order_id,
    b.leg,
    b.stored_at,
    b.gas_cost,
    (GREATEST((b.gas_cost)::numeric - COALESCE((s.intent ->> 'chargedGas'::text)::numeric, (0)::numeric), (0)::numeric))::numeric(78,0) AS lost
   FROM (outbox b
     LEFT JOIN settlements s USING (order_id, leg))
  WHERE ((b.state = 'reverted'::text) AND (b.purpose = ANY (ARRAY['fill'::text, 'relay'::text])));

create function check_and_apply_postings()
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
end $function$;

create function refuse_unless_new(is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if is_new is distinct from true then
    raise exception 'not all of the step is new' using errcode = '40001';
  end if;
end
$function$;

create function follow_successor()
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
end $function$;

create function prepare_quotes(at timestamptz)
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
end $function$;

create function refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'P0003';
end $function$;

create function refuse_leaving_terminal_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'request % cannot leave terminal status %', hash_text(old.request_id), old.status using errcode = 'P0001';
end $function$;

create function refuse_unproven_change()
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
end $function$;

-- Archiving moves postings into one entry of its own, which changes no balance.
create trigger ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT WHEN (current_setting('portage.archiving', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_change();

create trigger ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT WHEN (current_setting('portage.archiving', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_change();

create trigger ledger_postings_balance AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (current_setting('portage.archiving', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION check_and_apply_postings();

create trigger request_states_followed AFTER UPDATE ON request_states FOR EACH ROW WHEN ((new.supersedes IS NOT NULL)) EXECUTE FUNCTION follow_successor();

create trigger request_states_terminal BEFORE UPDATE OF status ON request_states FOR EACH ROW WHEN (((old.status = ANY (ARRAY['success', 'refund', 'failure'])) AND (new.status <> old.status))) EXECUTE FUNCTION refuse_leaving_terminal_status();

create trigger settlements_change BEFORE UPDATE OF kind ON settlements FOR EACH ROW WHEN ((new.kind <> old.kind)) EXECUTE FUNCTION refuse_unproven_change();

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
