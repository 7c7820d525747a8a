-- Rooms admins keep: how slowly one talks in them, and where they stand.
alter table rooms add column slow_seconds integer not null default 0
  check (slow_seconds between 0 and 600);
-- 0 until admins put rooms in order; those that stand alike are in the order of their making
alter table rooms add column position integer not null default 0 check (position >= 0);

drop trigger rooms_notify on rooms;
create trigger rooms_notify
  after update of slug, name, description, icon, access_level, is_active, slow_seconds on rooms
  for each row when ((old.slug, old.name, old.description, old.icon, old.access_level, old.is_active,
    old.slow_seconds) is distinct from (new.slug, new.name, new.description, new.icon,
    new.access_level, new.is_active, new.slow_seconds))
  execute function notify_room();

-- no longer asked by itself; what it was asked for stays
alter table icebreakers add column retired_at timestamptz;
alter table icebreakers add constraint icebreakers_length
  check (char_length(de) between 1 and 200 and char_length(en) between 1 and 200);

-- What is asked on a day: of days to come what admins chose, of today and before what was shown,
-- in the words in which it was shown. Whoever asks first on a day writes its line.
create table icebreaker_days (
  day           date primary key,
  icebreaker_id uuid not null references icebreakers on delete cascade,
  is_chosen     boolean not null,
  -- null until the day has come
  de            text,
  en            text,
  check ((de is null) = (en is null)),
  check (is_chosen or de is not null)
);
create index days_of_icebreaker on icebreaker_days (icebreaker_id, day);

-- A change of roles that waits for a second admin. What became of it stands in the audit log; the
-- line goes with the decision, or unanswered after seven days.
create table role_changes (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  role         text not null check (role in ('admin', 'moderator')),
  is_grant     boolean not null,
  requested_by uuid not null references users on delete cascade,
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  -- set in the transaction that carries it out
  confirmed_by uuid references users on delete cascade,
  constraint confirmed_by_another check (confirmed_by <> requested_by and confirmed_by <> user_id),
  check (expires_at <= requested_at + interval '168 hours'),
  unique (user_id, role)
);
create index role_changes_requested on role_changes (requested_by);
create index role_changes_confirmed on role_changes (confirmed_by);

-- null: what the configuration says
alter table club_settings add column is_discreet boolean;

-- the log is looked through by what was done, and by whom
create index audit_by_action on audit (action, id);
create index audit_by_actor on audit (actor_id, id) where actor_id is not null;
