-- The list of requests: each filter reads an index in the order of the page, however many requests there are.
create index requests_origin on requests (origin_chain_id, created_at desc, id desc);
create index requests_destination on requests (destination_chain_id, created_at desc, id desc);
create index requests_referrer on requests (referrer, created_at desc, id desc) where referrer is not null;
create index requests_api_key on requests (api_key_id, created_at desc, id desc) where api_key_id is not null;
create index requests_updated on requests (updated_at desc, id desc);
-- Quotes that nobody paid are most of all requests and of no interest to whoever asks for a status.
create index requests_status on requests (status, created_at desc, id desc) where status <> 'waiting';
