-- What knows no feature: the events that server processes hear, the queue's schema, rate limits and the
-- audit log.
--
-- In every file each table has its indexes, functions and triggers beneath it. A trigger that belongs to a
-- noun of a later file stands there, beside the function that it runs.

-- Server processes keep rows in memory, and an event says which of them have changed. The database sends
-- it, so that no statement, wherever it comes from, can change a right and forget to say so.
-- The triggers that run this one name the column that holds the member's id.
create function notify_member() returns trigger language plpgsql as $$
declare
  row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- the trigger's argument names the column that holds the member's id
  perform pg_notify('club', json_build_object('kind', 'member_changed', 'userId', row ->> tg_argv[0])::text);
  return null;
end $$;

-- The queue of jobs fills this schema itself. It is made here because the role that the server runs as may
-- make no schemas.
create schema pgboss;

-- When something limited was tried, newest last. Identifiers are hashed.
create table attempts (
  action     text not null,
  identifier bytea not null,
  times      timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (action, identifier)
);
create index attempts_by_expiry on attempts (expires_at);

-- The audit log: what was done with care, and by whom. Rows are only ever added. Each carries the hash of
-- the one before it, so that none can be changed, left out or slipped in without showing.
create table audit (
  id         bigint primary key,
  at         timestamptz not null,
  -- no references: what somebody did stays when their account goes
  actor_id   uuid,
  action     text not null check (action ~ '^[a-z_]{3,60}$'),
  subject_id uuid,
  -- ids, numbers and words of our own; nothing a person wrote, nothing a document shows
  details    jsonb not null default '{}',
  prev_hash  bytea not null,
  hash       bytea not null
);
-- the log is searched by what was done, by whom, and to what
create index audit_by_action on audit (action, id);
create index audit_by_actor on audit (actor_id, id) where actor_id is not null;
create index audit_of_subject on audit (subject_id, id) where subject_id is not null;

-- The time goes in as a number, so that the hash does not depend on how a time is written.
create function audit_hash(entry audit) returns bytea language sql immutable as $$
  select sha256(entry.prev_hash || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_id, entry.action,
    entry.subject_id, entry.details)::text, 'UTF8'))
$$;

-- Whoever adds an entry chooses neither its number nor its hashes.
create function audit_seal() returns trigger language plpgsql as $$
declare
  last audit;
begin
  -- one at a time, until its transaction ends: the chain has no forks
  perform pg_advisory_xact_lock(4027002);
  select * into last from audit order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.prev_hash := coalesce(last.hash, '\x');
  new.hash := audit_hash(new);
  return new;
end $$;
create trigger audit_sealed before insert on audit
  for each row execute function audit_seal();

-- Only forget_audit shortens the log, at its old end.
create function audit_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('club.forgetting', true) = 'on' then return null; end if;
  raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_kept before update or delete or truncate on audit
  for each statement execute function audit_refuse();

-- Deletes entries that are past their time, and never younger ones, whatever is asked. Returns the last
-- entry that went, its hash, and how many went.
-- Every function that runs with its owner's rights names pg_temp last in its search path, so that a
-- temporary table of the caller's cannot stand in for the real one.
create function forget_audit(cutoff timestamptz)
returns table (through bigint, head text, removed bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
