-- What members keep apart for themselves: whom they muted, what they noted, and why they put somebody away.

-- Whose words somebody wants folded, and to be told nothing of. The other never learns of it.
create table mutes (
  muter_id   uuid not null references users on delete cascade,
  muted_id   uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_against on mutes (muted_id);
-- whom they muted is part of their session
create trigger mutes_notify after insert or delete on mutes
  for each row execute function notify_member('muter_id');

create function is_muted(muter uuid, muted uuid) returns boolean language sql stable
return exists (select from mutes m where m.muter_id = muter and m.muted_id = muted);

-- What rang before stays in the bell as read, so that no push and no digest tells of it any more.
create function mute_hushes() returns trigger language plpgsql as $$
begin
  update bell_items set read_at = new.created_at
  where user_id = new.muter_id and actor_id = new.muted_id and read_at is null;
  return null;
end $$;
create trigger mutes_hush after insert on mutes
  for each row execute function mute_hushes();

-- However something of a muted member would ring, it does not, and is not kept for later.
create function muted_rings_not() returns trigger language plpgsql as $$
begin
  return case when is_muted(new.user_id, new.actor_id) then null else new end;
end $$;
create trigger bell_items_muted before insert on bell_items
  for each row when (new.actor_id is not null) execute function muted_rings_not();

-- What somebody notes of another for themselves alone, sealed with a key that is not in the database.
create table private_notes (
  id         uuid primary key,
  writer_id  uuid not null references users on delete cascade,
  about_id   uuid not null references users on delete cascade,
  sealed     bytea not null,
  written_at timestamptz not null,
  unique (writer_id, about_id),
  check (writer_id <> about_id)
);
create index private_notes_about on private_notes (about_id);

-- Why somebody put another away, for staff alone: one of each about each, the last. Once five have said so
-- within thirty days, staff are told of whom, how many and which; never by whom.
create table signals (
  giver_id uuid not null references users on delete cascade,
  about_id uuid not null references users on delete cascade,
  reason   text not null check (reason in ('pushy', 'rude', 'scam', 'something_else')),
  given_at timestamptz not null,
  primary key (about_id, giver_id),
  check (giver_id <> about_id)
);
create index signals_of_giver on signals (giver_id);
create index signals_by_age on signals (given_at);
create trigger signals_notify after insert or update or delete on signals
  for each statement execute function notify_reports();

-- Up to which of them staff have seen what was said of a member.
create table signals_seen (
  about_id uuid primary key references users on delete cascade,
  up_to    timestamptz not null,
  seen_by  uuid references users on delete set null,
  seen_at  timestamptz not null
);
create trigger signals_seen_notify after insert or update on signals_seen
  for each statement execute function notify_reports();
