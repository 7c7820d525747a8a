-- Privacy: copies of one's data, deletion, what people ask by right, and what retention removed.

create table exports (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  state        text not null check (state in ('waiting', 'building', 'ready', 'failed', 'expired')),
  progress     smallint not null default 0 check (progress between 0 and 100),
  requested_at timestamptz not null,
  ready_at     timestamptz,
  expires_at   timestamptz,
  bytes        bigint check (bytes > 0),
  -- sealed with a key of its own, which is wrapped like a document's
  epoch        text,
  wrapped      bytea,
  check ((state = 'ready') <= (ready_at is not null and expires_at is not null and wrapped is not null))
);
create index exports_of_user on exports (user_id, requested_at desc);
create unique index export_under_way on exports (user_id) where state in ('waiting', 'building');

-- Each good once.
create table export_links (
  token_hash bytea primary key,
  export_id  uuid not null references exports on delete cascade,
  created_at timestamptz not null,
  used_at    timestamptz
);

-- Accounts that asked to go: hidden and logged out; purged when the time has come.
create table account_deletions (
  user_id      uuid primary key references users on delete cascade,
  requested_at timestamptz not null,
  purge_at     timestamptz not null,
  undo_hash    bytea unique,
  -- who asked: the member, the years without a sign of them, or the decision that they are a minor
  reason       text not null check (reason in ('asked', 'inactive', 'under_age')),
  -- 30 days, whatever summer time makes of a day
  check (purge_at <= requested_at + interval '720 hours')
);
create index account_deletions_due on account_deletions (purge_at);
create trigger deletion_hides after insert or delete on account_deletions
  for each row execute function profile_hides('user_id');

-- Ids of accounts that were purged, so that no restored backup brings them back.
create table tombstones (
  user_id   uuid primary key,
  purged_at timestamptz not null
);

-- They are deleted by the owner of the tables alone, once no backup is left that could bring the account back.
create function forget_tombstones(cutoff timestamptz) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from tombstones where purged_at <= least(cutoff, now() - interval '35 days') returning 1)
  select count(*) from gone
$$;

-- What people ask by right (Art. 15 to 18, 20, 21 GDPR), with the month the law gives.
create table data_requests (
  id               uuid primary key,
  number           text not null unique check (number ~ '^DS-\d{4}-\d{6}$'),
  user_id          uuid references users on delete set null,
  kind             text not null check (kind in
    ('access', 'rectification', 'erasure', 'restriction', 'portability', 'objection')),
  text             text check (char_length(text) between 1 and 2000),
  received_at      timestamptz not null,
  due_at           timestamptz not null,
  extended_at      timestamptz,
  extension_reason text check (char_length(extension_reason) between 1 and 2000),
  closed_at        timestamptz,
  answer           text check (char_length(answer) between 1 and 2000),
  -- null where the club answered by itself, as an export does
  answered_by      uuid references users on delete set null,
  alerted_at       timestamptz,
  check ((extended_at is null) = (extension_reason is null)),
  check (answer is null or closed_at is not null)
);
create index data_requests_open on data_requests (due_at, id) where closed_at is null;
create index data_requests_closed on data_requests (closed_at desc, id desc) where closed_at is not null;
create index data_requests_of_user on data_requests (user_id, received_at desc);

-- What each rule of retention removed, run by run: the proof that what was promised is done.
create table retention_runs (
  run      uuid not null,
  rule     text not null check (rule ~ '^[a-zA-Z]{3,40}$'),
  at       timestamptz not null,
  removed  integer not null check (removed >= 0),
  -- how many rows were left that are older than the rule allows
  overdue  integer check (overdue >= 0),
  -- the daily run, which asks every rule; others write only what they removed
  is_daily boolean not null,
  primary key (run, rule)
);
create index retention_runs_newest on retention_runs (rule, at desc) where is_daily;
create index retention_proofs on retention_runs (rule, at desc) where overdue is not null;
