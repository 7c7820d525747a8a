-- What was done with care, and by whom. Rows are only ever added: each carries the hash of the one
-- before it, so that none can be changed, left out or slipped in without showing.
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
create index audit_of_subject on audit (subject_id, id) where subject_id is not null;

create function audit_hash(entry audit) returns bytea language sql immutable as $$
  select sha256(entry.prev_hash || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_id, entry.action,
    entry.subject_id, entry.details)::text, 'UTF8'))
$$;

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

create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_kept before update or delete or truncate on audit
  for each statement execute function audit_refuse();
