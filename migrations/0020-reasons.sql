-- A post goes because its author took it back, or because of a statement of reasons; nothing else
-- takes one away. What staff take off a profile is kept, sealed, for as long as its member may object.

alter table posts add column taken_back_by uuid;
-- up to here whatever staff removed points to its statement
update posts set taken_back_by = user_id where removed_at is not null and removal_statement_id is null;
-- whoever takes it back is its author, and exactly one of the two takes it away
alter table posts add check (taken_back_by = user_id);
alter table posts add check
  (num_nonnulls(taken_back_by, removal_statement_id) = (removed_at is not null)::int);

-- the argument names the column with the statement; a row without a kind is a post
create function removal_needs_statement() returns trigger language plpgsql as $$
declare
  row jsonb := to_jsonb(new);
begin
  if not exists (
    select from statements s where s.id = (row ->> tg_argv[0])::uuid and s.user_id = new.user_id
      and s.kind = 'removal' and s.removed_kind = coalesce(row ->> 'kind', 'post')
      and s.lifted_at is null) then
    raise exception 'a removal needs a statement of reasons' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger removal_stated
  before insert or update of removed_at, removal_statement_id, user_id on posts
  for each row when (new.removal_statement_id is not null)
  execute function removal_needs_statement('removal_statement_id');

-- a statement that is lifted takes nothing away any longer
create function lifted_removes_nothing() returns trigger language plpgsql as $$
begin
  if exists (select from posts p where p.removal_statement_id = new.id) then
    raise exception 'what a lifted statement removed is back' using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- at the end of the transaction: the statement and what it took away change one after the other
create constraint trigger lifted_whole after insert or update of lifted_at on statements
  deferrable initially deferred
  for each row when (new.lifted_at is not null and new.removed_kind = 'post')
  execute function lifted_removes_nothing();

-- words of a profile, or a photo in its larger and its smaller size
create table taken_away (
  statement_id uuid primary key references statements on delete cascade,
  user_id      uuid not null references users on delete cascade,
  kind         text not null check (kind in ('profile', 'photo')),
  taken_at     timestamptz not null,
  sealed       bytea not null,
  sealed_small bytea,
  check ((kind = 'photo') = (sealed_small is not null))
);
create index taken_away_by_time on taken_away (taken_at);
create index taken_away_of on taken_away (user_id);
create trigger taken_away_stated before insert or update on taken_away
  for each row execute function removal_needs_statement('statement_id');

-- what came back when a removal was lifted
alter table statements add column restored text
  check (restored in ('whole', 'part', 'no_room', 'not_kept'));
alter table statements add check (restored is null or (kind = 'removal' and lifted_at is not null));
