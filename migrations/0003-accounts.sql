-- Accounts: who logs in, with what, and from where.

create table users (
  id                   uuid primary key,
  -- lower case, NFC; an address has one account
  email                text not null unique check (char_length(email) between 3 and 255),
  password_hash        text not null,
  email_confirmed_at   timestamptz,
  -- null while the account waits in line: it may log in, but no room opens
  admitted_at          timestamptz,
  language             text check (language in ('mul', 'de', 'en')),
  suspended_until      timestamptz,
  suspension_reason    text,
  -- Art. 18 GDPR: kept, shown to nobody, not deleted by age
  restricted_at        timestamptz,
  is_demo              boolean not null default false,
  created_at           timestamptz not null,
  last_seen_on         date,
  -- how many of the warnings were sent that the account ends for want of any sign of its owner: 60, 30 and
  -- 7 days before
  inactivity_warned    smallint not null default 0 check (inactivity_warned between 0 and 3),
  -- after the last warning there is a week to come back, however long the club was switched off
  inactivity_warned_on date,
  check ((suspended_until is null) = (suspension_reason is null))
);
create index demo_users on users (id) where is_demo;
create index unconfirmed_accounts on users (created_at) where email_confirmed_at is null;
create index users_waiting on users (created_at, id) where admitted_at is null;
-- whoever was never seen counts from the day they signed up
create index users_unseen on users ((coalesce(last_seen_on, (created_at at time zone 'UTC')::date)));
create trigger users_notify
  after update of email, language, admitted_at, suspended_until, suspension_reason on users
  for each row when (old.* is distinct from new.*) execute function notify_member('id');

create table sessions (
  id                  uuid primary key,
  user_id             uuid not null references users on delete cascade,
  token_hash          bytea not null unique,
  token_since         timestamptz not null,
  -- good for a minute after a rotation, for requests already on their way
  previous_token_hash bytea unique,
  -- the token is made from the one before and this, so a lost answer can be given again
  rotation_salt       bytea,
  created_at          timestamptz not null,
  last_used_at        timestamptz not null,
  expires_at          timestamptz not null,
  user_agent          text check (char_length(user_agent) <= 255),
  -- when the password was typed last
  proved_at           timestamptz,
  -- when the second factor was given
  factor_at           timestamptz
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- An event carries at most 8,000 bytes, hence a hundred sessions in each.
create function notify_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'sessions_ended', 'sessionIds', json_agg(id))::text)
  from (select id, (row_number() over () - 1) / 100 as part from ended) parts group by part;
  return null;
end $$;
create trigger sessions_notify after delete on sessions
  referencing old table as ended for each statement execute function notify_sessions();
-- the second factor decides whether an admin is one
create trigger sessions_notify_factor after update of factor_at on sessions
  for each row when ((old.factor_at is null) <> (new.factor_at is null))
  execute function notify_member('user_id');

-- A log-in that is under way while its account is deleted opens nothing. The server asks again and then
-- says why.
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

-- Secrets sent by mail, hashed; deleted when used.
create table email_tokens (
  token_hash bytea primary key,
  user_id    uuid not null references users on delete cascade,
  -- 'proof': staff without a second factor prove themselves with a mailed code before they add one
  purpose    text not null
    constraint email_tokens_purpose check (purpose in ('confirm', 'reset', 'recovery', 'proof')),
  -- the short code that stands beside the link
  code_hash  bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_tokens_of_user on email_tokens (user_id, purpose);
create index email_tokens_by_expiry on email_tokens (expires_at);

-- Browsers that have logged in to an account before: attackers cannot lock their owner out.
create table known_devices (
  token_hash   bytea not null,
  user_id      uuid not null references users on delete cascade,
  last_used_at timestamptz not null,
  primary key (user_id, token_hash)
);

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

-- Asked of an authenticator once; answered or forgotten within minutes.
create table passkey_challenges (
  id         uuid primary key,
  challenge  bytea not null,
  purpose    text not null check (purpose in ('add', 'prove', 'log_in', 'second_factor')),
  -- null: whoever logs in with a passkey is not known yet
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

-- A right password that waits for its second factor, in the browser that typed it.
create table pending_log_ins (
  token_hash bytea primary key,
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_log_ins_by_expiry on pending_log_ins (expires_at);

-- A password that was changed is no longer the right one.
create function password_ends_pending() returns trigger language plpgsql as $$
begin
  delete from pending_log_ins where user_id = new.id;
  return null;
end $$;
create trigger users_end_pending after update of password_hash on users
  for each row execute function password_ends_pending();

-- How somebody came in at an account, or was refused: for its owner alone. Addresses are left out on
-- purpose, and the browser is kept as roughly as the list of sessions names it.
create table log_ins (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  at         timestamptz not null,
  how        text not null check (how in ('password', 'passkey', 'second_factor', 'proof')),
  is_refused boolean not null,
  browser    text not null check (char_length(browser) <= 20),
  system     text not null check (char_length(system) <= 20)
);
create index log_ins_of_user on log_ins (user_id, is_refused, at desc, id desc);
create index log_ins_by_age on log_ins (at);

-- A change of address, which the old address can undo while the undo lasts.
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
  expires_at   timestamptz not null,
  -- the rows that both addresses had in the waitlist when the change was confirmed, for the undo
  line_before  jsonb
);
create index email_changes_of_user on email_changes (user_id);
create index email_changes_by_expiry on email_changes (expires_at);
-- the old address is held for its owner until the undo ends
create index email_changes_held on email_changes (old_email) where confirmed_at is not null;
-- one change at a time
create unique index email_change_waiting on email_changes (user_id) where confirmed_at is null;

-- The addresses of whoever was banned, as marks that nobody makes without the club's key (control C-01).
create table banned_addresses (
  -- the statement of the ban, which goes sooner than this
  ban_id       uuid not null,
  address_mark bytea not null check (length(address_mark) = 32),
  banned_at    timestamptz not null,
  primary key (ban_id, address_mark)
);
create index banned_addresses_by_mark on banned_addresses (address_mark);
create index banned_addresses_by_age on banned_addresses (banned_at);
