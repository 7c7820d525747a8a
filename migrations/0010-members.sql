-- Members: their profiles, when these are seen, and who blocks whom.

create table profiles (
  id                  uuid primary key references users on delete cascade,
  username            text not null check (char_length(username) between 2 and 50),
  -- username after NFKC, case folding and confusables: what must be unique
  username_key        text not null unique,
  city                text check (char_length(city) between 1 and 100),
  bio                 text check (char_length(bio) between 1 and 140),
  birthdate           date not null,
  photos              text[] not null default '{}' check (cardinality(photos) <= 8),
  verification_status text not null default 'none'
    check (verification_status in ('none', 'pending', 'verified', 'rejected')),
  verification_method text not null default 'none'
    check (verification_method in ('none', 'id_manual', 'id_auto', 'payment')),
  verified_at         timestamptz,
  -- the explicit consent to content of Art. 9 GDPR; null: not given
  content_consent_at  timestamptz,
  is_hidden           boolean not null default false,
  -- as the account says it, until a process finds by the club's clock that the end has come
  suspended_until     timestamptz,
  -- whether others see photos, bio and posts: everything asks this one column
  is_shown            boolean generated always as
    (content_consent_at is not null and not is_hidden and suspended_until is null) stored,
  check ((verification_status = 'verified') = (verified_at is not null)),
  check (verification_status = 'verified' or verification_method = 'none')
);
-- by whom a photo is, whoever reports it
create index profiles_by_photo on profiles using gin (photos);
create index hidden_profiles on profiles (id) where is_hidden;
create index profiles_suspended on profiles (suspended_until) where suspended_until is not null;

-- A name as it is looked for by its beginning: without case, accents and the marks upon letters.
-- `contract/folding.ts` writes the same; a test compares the two.
create function folded(name text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(lower(upper(
  regexp_replace(normalize(name, NFKD),
    '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]+', '', 'g')
  collate "und-x-icu")), 'øłđðħıς', 'olddhiσ'),
  'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
create index profiles_folded on profiles (folded(username) collate "C");

-- the bio is missing, because it is read anew each time
create trigger profiles_notify
  after update of username, city, verification_status, photos, content_consent_at, is_hidden on profiles
  for each row when (old.* is distinct from new.*) execute function notify_member('id');

-- Posts appear and vanish with their author: every room with one of them is read anew.
create function notify_posts_of_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct room_id from posts where user_id = new.id) rooms;
  return null;
end $$;
create trigger profiles_notify_posts after update of content_consent_at, is_hidden on profiles
  for each row when (old.is_shown is distinct from new.is_shown)
  execute function notify_posts_of_member();

-- A suspension changes posts, quotes, names in texts, bells and lists at once: every process compares what
-- it shows. A later end changes nothing that is seen.
create function notify_sight() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'sight_changed')::text);
  return null;
end $$;
create trigger profiles_notify_sight after update of suspended_until on profiles
  for each row when ((old.suspended_until is null) <> (new.suspended_until is null)
    or new.suspended_until < old.suspended_until)
  execute function notify_sight();

-- Whoever is suspended is not there for others while it lasts.
create function profile_suspends() returns trigger language plpgsql as $$
begin
  update profiles set suspended_until = new.suspended_until where id = new.id;
  return null;
end $$;
create trigger users_suspend after update of suspended_until on users
  for each row when (old.suspended_until is distinct from new.suspended_until)
  execute function profile_suspends();

-- Whoever leaves, whose data may not be used, or who asked for it is hidden while any of these reasons
-- lasts. Each reason's table has a trigger that runs this.
create function profile_hides() returns trigger language plpgsql as $$
declare
  -- the trigger's argument names the column that holds the member's id
  member uuid := to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0];
begin
  -- whoever else gives or ends a reason is waited for: what follows sees what they did
  perform from profiles where id = member for no key update;
  update profiles p set is_hidden = hidden.now
  from (select exists (select from account_deletions d where d.user_id = member)
    or exists (select from users u where u.id = member and u.restricted_at is not null)
    or exists (select from hidden_members h where h.user_id = member) as now) hidden
  where p.id = member and p.is_hidden <> hidden.now;
  return null;
end $$;
create trigger restriction_hides after update of restricted_at on users
  for each row when ((old.restricted_at is null) <> (new.restricted_at is null))
  execute function profile_hides('id');

-- What staff take off a profile, kept sealed for as long as its member may object: its words, or a photo in
-- its larger and its smaller size.
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

-- Two who see nothing of each other, whoever of them asked for it.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  -- what the other was called then: a later name is not for the blocker; null: the blocker could not see
  -- them at that moment, so their name is not told either
  name       text,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_against on blocks (blocked_id);
create trigger blocks_notify_blocker after insert or delete on blocks
  for each row execute function notify_member('blocker_id');
create trigger blocks_notify_blocked after insert or delete on blocks
  for each row execute function notify_member('blocked_id');
