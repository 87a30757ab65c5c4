-- Lists are read by time. The id decided the order among requests of the same moment, at most a few, and was most of what
-- each entry held: now those few are sorted when they are read.
drop index requests_created, requests_payer, requests_recipient, requests_origin, requests_destination, requests_referrer, requests_api_key;
create index requests_created on requests (created_at desc);
create index requests_payer on requests (payer, created_at desc);
-- The index of recipients leaves out those who pay for themselves.
create index requests_recipient on requests (recipient, created_at desc) where recipient <> payer;
create index requests_origin on requests (origin_chain_id, created_at desc);
create index requests_destination on requests (destination_chain_id, created_at desc);
create index requests_referrer on requests (referrer, created_at desc) where referrer is not null;
create index requests_api_key on requests (api_key_id, created_at desc) where api_key_id is not null;

drop index request_states_updated, request_states_status;
create index request_states_updated on request_states (updated_at desc);
create index request_states_status on request_states (status, created_at desc) where status <> 'waiting';
