-- The signed promise is read whole and compared with nothing: as text it is neither taken apart when it is stored nor put
-- together again whenever it is read.
alter table orders alter column data type json using data::json;

-- Payments are claimed by their chain, everything else by its kind; nothing needs an entry in both.
drop index jobs_due;
create index jobs_due on jobs (kind, chain_id, run_at) where kind not in ('fill', 'refund');

-- Legs are read by their entries; a statement of an account may read them all.
drop index ledger_legs_account;
