-- what admins set while the club runs
create table club_settings (
  is_only                boolean primary key default true check (is_only),
  -- null: what the configuration says
  admission              text check (admission in ('open', 'invitation')),
  invitations_per_member integer not null default 3 check (invitations_per_member between 0 and 50)
);
insert into club_settings default values;

create function notify_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'settings_changed')::text);
  return null;
end $$;
create trigger club_settings_notify after insert or update or delete on club_settings
  for each statement execute function notify_settings();

create table invitations (
  id         uuid primary key,
  -- null until the mail that carries the code is written
  code_hash  bytea unique,
  -- the one address it is good for, if it is bound
  email      text check (char_length(email) between 3 and 255),
  -- null: given by the club itself
  inviter_id uuid references users on delete cascade,
  note       text check (char_length(note) between 1 and 500),
  max_uses   integer not null default 1 check (max_uses between 1 and 500),
  uses       integer not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index invitations_newest on invitations (created_at desc, id desc);
create index invitations_of_inviter on invitations (inviter_id, created_at desc) where inviter_id is not null;

-- who came by which invitation: the tree of the club
create table invitation_uses (
  user_id       uuid primary key references users on delete cascade,
  invitation_id uuid not null references invitations on delete cascade,
  -- whether whoever invited them may know that they came
  is_shown      boolean not null default false,
  created_at    timestamptz not null
);
create index uses_of_invitation on invitation_uses (invitation_id);

create table waitlist (
  id              uuid primary key,
  -- lower case, NFC; one place per address, whether or not there is an account too
  email           text not null unique check (char_length(email) between 3 and 255),
  language        text check (language in ('mul', 'de', 'en')),
  -- when the address was last asked for, and by which version of the words; null: never, but declined
  requested_at    timestamptz,
  words_version   text,
  -- where from, hashed: forgotten sooner than the rest
  requested_from  bytea,
  -- in line from here on: its owner followed the mailed link
  confirmed_at    timestamptz,
  confirmed_from  bytea,
  -- out of line: a code that is bound to the address was mailed
  admitted_at     timestamptz,
  invitation_id   uuid references invitations on delete set null,
  -- out of line, unless it was confirmed once more since
  declined_at     timestamptz,
  declined_reason text check (char_length(declined_reason) between 1 and 500),
  check (requested_at is not null or declined_at is not null),
  check ((requested_at is null) = (words_version is null)),
  check ((declined_at is null) = (declined_reason is null))
);
create index waitlist_by_place on waitlist (confirmed_at, id) where confirmed_at is not null;

create function is_declined(entry waitlist) returns boolean language sql immutable as $$
  select coalesce(entry.declined_at >= coalesce(entry.confirmed_at, '-infinity'), false)
$$;

-- secrets of mailed links, hashed
create table waitlist_tokens (
  token_hash bytea primary key,
  -- null: used to leave; the link stays known, so that following it again is no mistake
  entry_id   uuid references waitlist on delete set null,
  purpose    text not null check (purpose in ('confirm', 'leave')),
  used_at    timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index tokens_of_entry on waitlist_tokens (entry_id) where entry_id is not null;
create index waitlist_tokens_by_expiry on waitlist_tokens (expires_at);

-- how long people waited; of nobody in particular
create table waits (
  admitted_at timestamptz not null,
  waited      interval not null
);
create index waits_newest on waits (admitted_at);

create index users_waiting on users (created_at, id) where admitted_at is null;

-- An account takes its address out of line when it goes; one that was never shown to belong to the
-- address takes along only what was written for the account itself.
create function leave_line() returns trigger language plpgsql as $$
begin
  delete from waitlist
  where email = old.email and (old.email_confirmed_at is not null or requested_at is null);
  return null;
end $$;
create trigger users_leave_line after delete on users
  for each row execute function leave_line();
