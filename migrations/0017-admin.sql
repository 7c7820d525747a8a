-- Admin: who works for the club.

-- Moderators decide about reports and nothing else.
create table user_roles (
  user_id uuid not null references users on delete cascade,
  role    text not null check (role in ('admin', 'moderator')),
  primary key (user_id, role)
);
create trigger user_roles_notify after insert or update or delete on user_roles
  for each row execute function notify_member('user_id');

-- A change of roles that waits for a second admin. What became of it stands in the audit log; the row goes
-- with the decision, or unanswered after seven days.
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
