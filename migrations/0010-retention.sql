-- what each rule of retention removed, run by run: the proof that what was promised is done
create table retention_runs (
  run      uuid not null,
  rule     text not null check (rule ~ '^[a-zA-Z]{3,40}$'),
  at       timestamptz not null,
  removed  integer not null check (removed >= 0),
  -- the daily run, which asks every rule; others write only what they removed
  is_daily boolean not null,
  primary key (run, rule)
);
create index retention_runs_newest on retention_runs (rule, at desc) where is_daily;

create index email_tokens_by_expiry on email_tokens (expires_at);
create index unconfirmed_accounts on users (created_at) where email_confirmed_at is null;

-- The audit log is added to and, when its time has come, shortened at its old end: by its owner, in
-- one way, and never by younger entries, whatever is asked.
create or replace function audit_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('club.forgetting', true) = 'on' then return null; end if;
  raise exception 'the audit log is only ever added to';
end $$;

-- answers the last entry that went, its hash, and how many they were
create function forget_audit(cutoff timestamptz)
returns table (through bigint, head text, removed bigint)
language plpgsql security definer set search_path = public as $$
declare
  latest timestamptz := least(cutoff, now() - interval '2 years');
begin
  -- as when an entry is added: the chain stands still
  perform pg_advisory_xact_lock(4027002);
  -- the newest stays, because the next one is sealed with it
  select a.id, encode(a.hash, 'hex') into through, head from audit a
  where a.id < coalesce(
    (select min(b.id) from audit b where b.at > latest), (select max(b.id) from audit b))
  order by a.id desc limit 1;
  if through is null then return; end if;
  perform set_config('club.forgetting', 'on', true);
  delete from audit a where a.id <= through;
  get diagnostics removed = row_count;
  perform set_config('club.forgetting', 'off', true);
  return next;
end $$;
