create table users (
  id                 uuid primary key,
  -- lower case, NFC; the one account per address
  email              text not null unique check (char_length(email) between 3 and 255),
  password_hash      text not null,
  email_confirmed_at timestamptz,
  -- null while the account waits in line: it may sign in, but no room opens
  admitted_at        timestamptz,
  language           text check (language in ('mul', 'de', 'en')),
  suspended_until    timestamptz,
  suspension_reason  text,
  is_demo            boolean not null default false,
  created_at         timestamptz not null,
  check ((suspended_until is null) = (suspension_reason is null))
);

create index demo_users on users (id) where is_demo;

create table profiles (
  id                  uuid primary key references users on delete cascade,
  username            text not null check (char_length(username) between 2 and 50),
  -- username after NFKC, case folding and confusables: what must be unique
  username_key        text not null unique,
  city                text check (char_length(city) between 1 and 100),
  bio                 text check (char_length(bio) between 1 and 140),
  birthdate           date not null,
  verification_status text not null default 'none'
    check (verification_status in ('none', 'pending', 'verified', 'rejected')),
  verification_method text not null default 'none'
    check (verification_method in ('none', 'id_manual', 'id_auto', 'payment')),
  verified_at         timestamptz,
  photos              text[] not null default '{}' check (cardinality(photos) <= 8),
  check ((verification_status = 'verified') = (verified_at is not null)),
  check (verification_status = 'verified' or verification_method = 'none')
);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role    text not null check (role in ('admin')),
  primary key (user_id, role)
);

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
  user_agent          text check (char_length(user_agent) <= 255)
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- secrets sent by mail, hashed; deleted when used
create table email_tokens (
  token_hash bytea primary key,
  user_id    uuid not null references users on delete cascade,
  purpose    text not null check (purpose in ('confirm', 'reset', 'recovery')),
  -- for 'confirm': the short code that stands beside the link
  code_hash  bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_tokens_of_user on email_tokens (user_id, purpose);

-- browsers that signed in to an account before: attackers cannot lock their owner out
create table known_devices (
  token_hash   bytea not null,
  user_id      uuid not null references users on delete cascade,
  last_used_at timestamptz not null,
  primary key (user_id, token_hash)
);

-- when something limited was tried, newest last; identifiers are hashed
create table attempts (
  action     text not null,
  identifier bytea not null,
  times      timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (action, identifier)
);
create index attempts_by_expiry on attempts (expires_at);

create table consent_versions (
  id         uuid primary key,
  document   text not null check (document in ('terms')),
  version    text not null,
  created_at timestamptz not null,
  unique (document, version)
);

create table user_consents (
  user_id            uuid not null references users on delete cascade,
  consent_version_id uuid not null references consent_versions,
  created_at         timestamptz not null,
  primary key (user_id, consent_version_id)
);

insert into consent_versions (id, document, version, created_at)
values ('7b0f1f0e-6d0c-4c53-9d0b-0a4f3f2f2000', 'terms', '2.0.0', '2026-01-01T00:00:00Z');
