-- Keys of one owner see each other's usage; a key without a named owner is its own.
alter table api_keys add column owner text;
update api_keys set owner = id;
alter table api_keys alter column owner set not null;
create index api_keys_owner on api_keys (owner);

-- Every process forgets what it knows of a key as soon as the key changes, whoever changes it.
create function notify_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('portage_keys', coalesce(new.id, old.id));
  return null;
end $$;
create trigger api_keys_changed after insert or update or delete on api_keys
  for each row execute function notify_key_change();

-- Usage is kept three times, by the minute, hour and day, in partitions by day, month and year: a window reads few rows,
-- and old ones go with their partition. Partitions are made by prepare_usage().
drop table usage_counts;
create table usage_minutes (
  api_key_id text not null,
  bucket timestamptz not null,
  endpoint text not null,
  status_code integer not null,
  error_code text not null default '',
  count bigint not null check (count > 0),
  primary key (api_key_id, bucket, endpoint, status_code, error_code)
) partition by range (bucket);
create table usage_hours (
  api_key_id text not null,
  bucket timestamptz not null,
  endpoint text not null,
  status_code integer not null,
  error_code text not null default '',
  count bigint not null check (count > 0),
  primary key (api_key_id, bucket, endpoint, status_code, error_code)
) partition by range (bucket);
create table usage_days (
  api_key_id text not null,
  bucket timestamptz not null,
  endpoint text not null,
  status_code integer not null,
  error_code text not null default '',
  count bigint not null check (count > 0),
  primary key (api_key_id, bucket, endpoint, status_code, error_code)
) partition by range (bucket);

-- Counts arrive in batches. A batch whose answer was lost is sent again and must not count twice.
create table usage_batches (
  id uuid primary key,
  at timestamptz not null default now()
);
create index usage_batches_at on usage_batches (at);

-- Makes the partitions that `at` and the time after it need, and drops what is kept no longer: minutes after 15 days,
-- hours after 400, days never. Any number of processes may call it at once.
create function prepare_usage(at timestamptz) returns void language plpgsql as $$
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
end $$;

-- Counters of rate limits that several processes share. They may be lost with the server, and need no log for that.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
