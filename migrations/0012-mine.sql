-- What an account may prove itself with besides its password.
create table passkeys (
  id            uuid primary key,
  user_id       uuid not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key    bytea not null,
  -- a count that goes back betrays a copy of the authenticator; 0 where it keeps none
  sign_count    bigint not null check (sign_count >= 0),
  transports    text[] not null,
  name          text not null check (char_length(name) between 1 and 50),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- asked of an authenticator once; answered or forgotten within minutes
create table passkey_challenges (
  id         uuid primary key,
  challenge  bytea not null,
  purpose    text not null check (purpose in ('add', 'prove', 'log_in', 'second_factor')),
  -- null: whoever signs in with a passkey is not known yet
  user_id    uuid references users on delete cascade,
  expires_at timestamptz not null,
  check ((user_id is null) = (purpose = 'log_in'))
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

create table totp_secrets (
  user_id      uuid primary key references users on delete cascade,
  -- sealed with a key that is not in the database
  sealed       bytea not null,
  -- null until a code of it was typed
  confirmed_at timestamptz,
  -- the 30 seconds whose code was accepted last: each is good once
  last_step    bigint,
  created_at   timestamptz not null
);

create table recovery_codes (
  user_id   uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

-- a right password that waits for its second factor, in the browser that typed it
create table pending_log_ins (
  token_hash bytea primary key,
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_log_ins_by_expiry on pending_log_ins (expires_at);

-- when this session was proved by a second factor
alter table sessions add column factor_at timestamptz;
-- it decides whether an admin is one
create trigger sessions_notify_factor after update of factor_at on sessions
  for each row when ((old.factor_at is null) <> (new.factor_at is null))
  execute function notify_member('user_id');

-- a password that was changed is no longer the right one
create function password_ends_pending() returns trigger language plpgsql as $$
begin
  delete from pending_log_ins where user_id = new.id;
  return null;
end $$;
create trigger users_end_pending after update of password_hash on users
  for each row execute function password_ends_pending();

-- one change of address at a time; undone from the old one while the undo lasts
create table email_changes (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  old_email    text not null check (char_length(old_email) between 3 and 255),
  new_email    text not null check (char_length(new_email) between 3 and 255),
  confirm_hash bytea unique,
  undo_hash    bytea unique,
  requested_at timestamptz not null,
  -- from here on the old address can have the account back; undone, the row is gone
  confirmed_at timestamptz,
  -- of the confirmation, later of the undo
  expires_at   timestamptz not null
);
create index email_changes_of_user on email_changes (user_id);
create index email_changes_by_expiry on email_changes (expires_at);
-- held for its owner meanwhile
create index email_changes_held on email_changes (old_email) where confirmed_at is not null;
create unique index email_change_waiting on email_changes (user_id) where confirmed_at is null;

-- that a mail was sent, and what stood in its subject line: never what it said
create table sent_mails (
  id      uuid primary key,
  user_id uuid not null references users on delete cascade,
  subject text not null,
  sent_at timestamptz not null
);
create index sent_mails_of_user on sent_mails (user_id, sent_at desc);
create index sent_mails_by_age on sent_mails (sent_at);

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

-- each good once
create table export_links (
  token_hash bytea primary key,
  export_id  uuid not null references exports on delete cascade,
  created_at timestamptz not null,
  used_at    timestamptz
);

-- Accounts that asked to go: hidden and signed out; purged when the time has come.
create table account_deletions (
  user_id      uuid primary key references users on delete cascade,
  requested_at timestamptz not null,
  purge_at     timestamptz not null,
  undo_hash    bytea unique,
  -- who asked: the member, the years without a sign of them, or an admin for them
  reason       text not null check (reason in ('asked', 'inactive')),
  -- 30 days, whatever summer time makes of a day
  check (purge_at <= requested_at + interval '720 hours')
);
create index account_deletions_due on account_deletions (purge_at);

-- a log-in under way while its account is deleted opens nothing; asked again it is told why
create function session_refuse_leaver() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for key share;
  if exists (select from account_deletions d where d.user_id = new.user_id) then
    raise exception 'the account is leaving' using errcode = 'lock_not_available';
  end if;
  return new;
end $$;
create trigger sessions_refuse_leavers before insert on sessions
  for each row execute function session_refuse_leaver();

-- Ids of accounts that were purged, so that no restored backup brings them back.
create table tombstones (
  user_id   uuid primary key,
  purged_at timestamptz not null
);

-- Shortened by its owner alone, once no backup is left that could bring the account back.
create function forget_tombstones(cutoff timestamptz) returns bigint
language sql security definer set search_path = public as $$
  with gone as (
    delete from tombstones where purged_at <= least(cutoff, now() - interval '35 days') returning 1)
  select count(*) from gone
$$;

-- Art. 18 GDPR: kept, shown to nobody, not deleted by age
alter table users add column restricted_at timestamptz;
-- when warned of an account's end for want of any sign of its owner: 60, 30 and 7 days before
alter table users add column last_seen_on date;
alter table users add column inactivity_warned smallint not null default 0
  check (inactivity_warned between 0 and 3);
-- after the last warning there is a week to come back, however long the club slept
alter table users add column inactivity_warned_on date;
create index users_unseen on users ((coalesce(last_seen_on, (created_at at time zone 'UTC')::date)));
-- whoever was there when this began to be written down counts as seen on that day
update users set last_seen_on = current_date where not is_demo;

-- Whoever leaves, or whose data may not be used, is hidden: what of a member is shown hangs by one word.
alter table profiles add column is_hidden boolean not null default false;
alter table profiles add column is_shown boolean
  generated always as (content_consent_at is not null and not is_hidden) stored;

create index hidden_profiles on profiles (id) where is_hidden;

create function profile_hides() returns trigger language plpgsql as $$
declare
  -- the trigger's argument names the column that holds the member's id
  member uuid := to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0];
begin
  update profiles p set is_hidden = hidden.now
  from (select exists (select from account_deletions d where d.user_id = member)
    or exists (select from users u where u.id = member and u.restricted_at is not null) as now) hidden
  where p.id = member and p.is_hidden <> hidden.now;
  return null;
end $$;
create trigger deletion_hides after insert or delete on account_deletions
  for each row execute function profile_hides('user_id');
create trigger restriction_hides after update of restricted_at on users
  for each row when ((old.restricted_at is null) <> (new.restricted_at is null))
  execute function profile_hides('id');

drop trigger profiles_notify on profiles;
create trigger profiles_notify
  after update of username, city, verification_status, photos, content_consent_at, is_hidden on profiles
  for each row when (old.* is distinct from new.*) execute function notify_member('id');
drop trigger profiles_notify_posts on profiles;
create trigger profiles_notify_posts after update of content_consent_at, is_hidden on profiles
  for each row when (old.is_shown is distinct from new.is_shown)
  execute function notify_posts_of_member();

-- posts of whoever is hidden are shown nowhere: when they go, nobody has to read again
create or replace function notify_posts() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct room_id from changed c
    where not exists (select from profiles p where p.id = c.user_id and p.is_hidden)) rooms;
  return null;
end $$;

-- whose decision it was is forgotten when the account goes, and so is by which browser
create or replace function consent_log_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at <= now() - interval '3 years' then return old; end if;
  if tg_op = 'UPDATE' and new.user_id is null
    and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then
    new.user_agent := null;
    return new;
  end if;
  raise exception 'consents are only ever added to';
end $$;

-- who sent a notice is forgotten when their account goes, while what was noticed stays
alter table notices add column sender_forgotten_at timestamptz;
alter table notices drop constraint notices_check;
alter table notices add constraint notices_check check (kind = 'minor'
  or (name is not null and email is not null) or sender_forgotten_at is not null);

-- how many rows a rule had left that are older than it allows: the proof of every daily run
alter table retention_runs add column overdue integer check (overdue >= 0);
create index retention_proofs on retention_runs (rule, at desc) where overdue is not null;

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
