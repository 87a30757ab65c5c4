create table api_keys (
  id text not null,
  secret_hash bytea not null,
  name text not null,
  rights text[] not null default '{}'::text[],
  sponsor_account text,
  app_wallet text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  owner text not null,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_secret_hash_key UNIQUE (secret_hash)
);

create unlogged table rate_limits (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table usage_batches (
  id uuid not null,
  at timestamptz not null default now(),
  constraint usage_batches_pkey PRIMARY KEY (id)
);

create table usage_days (
  api_key_id text not null,
  bucket timestamptz not null,
  endpoint text not null,
  status_code integer not null,
  error_code text not null default '',
  count bigint not null,
  constraint usage_days_count_check CHECK ((count > 0)),
  constraint usage_days_pkey PRIMARY KEY (api_key_id, bucket, endpoint, status_code, error_code)
) partition by RANGE (bucket);

create table usage_hours (
  api_key_id text not null,
  bucket timestamptz not null,
  endpoint text not null,
  status_code integer not null,
  error_code text not null default '',
  count bigint not null,
  constraint usage_hours_count_check CHECK ((count > 0)),
  constraint usage_hours_pkey PRIMARY KEY (api_key_id, bucket, endpoint, status_code, error_code)
) partition by RANGE (bucket);

create table usage_minutes (
  api_key_id text not null,
  bucket timestamptz not null,
  endpoint text not null,
  status_code integer not null,
  error_code text not null default '',
  count bigint not null,
  constraint usage_minutes_count_check CHECK ((count > 0)),
  constraint usage_minutes_pkey PRIMARY KEY (api_key_id, bucket, endpoint, status_code, error_code)
) partition by RANGE (bucket);

create index api_keys_owner ON api_keys USING btree (owner);

create index usage_batches_at ON usage_batches USING btree (at);

create function notify_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('portage_keys', coalesce(new.id, old.id));
  return null;
end $function$;

create function prepare_usage(at timestamptz)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  kind record;
  first timestamp;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('portage_usage_partitions'));
  for kind in
    select * from (values
      ('usage_minutes', 'day', interval '1 day', 'YYYYMMDD', interval '15 days'),
      ('usage_hours', 'month', interval '1 month', 'YYYYMM', interval '400 days'),
      ('usage_days', 'year', interval '1 year', 'YYYY', null)
    ) as kinds (parent, unit, width, pattern, kept)
  loop
    for step in 0..1 loop
      first := date_trunc(kind.unit, at at time zone 'UTC') + step * kind.width;
      name := kind.parent || '_' || to_char(first, kind.pattern);
      if to_regclass(name) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          name, kind.parent, first at time zone 'UTC', (first + kind.width) at time zone 'UTC');
      end if;
    end loop;
    for name in
      select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = kind.parent::regclass
          and relname < kind.parent || '_' || to_char(now() at time zone 'UTC' - kind.kept, kind.pattern)
    loop
      execute format('drop table %I', name);
    end loop;
  end loop;
  delete from usage_batches where usage_batches.at < now() - interval '1 day';
end $function$;

create trigger api_keys_changed AFTER INSERT OR DELETE OR UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION notify_key_change();
