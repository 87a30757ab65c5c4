create table leases (
  name text not null,
  holder text not null,
  epoch bigint not null,
  expires_at timestamptz not null,
  constraint leases_pkey PRIMARY KEY (name)
);
