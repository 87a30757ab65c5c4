-- What a fill books beside the payment, fixed when it was quoted: {"appFees": [{"account", "amount"}], "sponsor":
-- {"account", "microUsd"}}. App fees are in the input's currency; nothing for a quote without either.
alter table requests add column charges jsonb;
create index requests_charged on requests (order_id) where charges is not null;
