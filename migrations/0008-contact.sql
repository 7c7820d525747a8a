-- Contact: what anyone writes to the people behind the club, member or not.

-- Questions, and what the club answers.
create table messages (
  id           uuid primary key,
  -- what its receipt calls it; random, so that it tells nobody how many there are
  reference    text not null unique check (reference ~ '^K-\d{4}-\d{6}$'),
  topic        text not null check (topic in
    ('question', 'account', 'payment', 'privacy', 'accessibility', 'press', 'other')),
  name         text check (char_length(name) between 1 and 100),
  email        text not null check (char_length(email) between 3 and 255),
  text         text not null check (char_length(text) between 1 and 2000),
  language     text check (language in ('mul', 'de', 'en')),
  received_at  timestamptz not null,
  answer       text check (char_length(answer) between 1 and 2000),
  answered_by  uuid references users on delete set null,
  answered_at  timestamptz,
  check ((answer is null) = (answered_at is null)),
  check (answered_by is null or answer is not null)
);
create index messages_newest on messages (received_at desc, id desc);
create index messages_by_age on messages (coalesce(answered_at, received_at));
create index messages_open on messages (received_at, id) where answered_at is null;

-- Notices of content (Art. 16 DSA).
create table notices (
  id                  uuid primary key,
  reference           text not null unique check (reference ~ '^M-\d{4}-\d{6}$'),
  kind                text not null check (kind in
    ('illegal', 'minor', 'intimate', 'threat', 'fraud', 'rights', 'rules', 'other')),
  location            text not null check (char_length(location) between 1 and 500),
  explanation         text not null check (char_length(explanation) between 1 and 2000),
  name                text check (char_length(name) between 1 and 100),
  email               text check (char_length(email) between 3 and 255),
  language            text check (language in ('mul', 'de', 'en')),
  received_at         timestamptz not null,
  -- whoever gives notice may show that the address is theirs: only then can the notice count for more
  confirm_hash        bytea,
  confirmed_at        timestamptz,
  -- when its case was decided
  concluded_at        timestamptz,
  -- who sent it is forgotten when their account goes, while what they wrote stays
  sender_forgotten_at timestamptz,
  -- one of a minor may come without a name
  check (kind = 'minor'
    or (name is not null and email is not null) or sender_forgotten_at is not null)
);
create index notices_newest on notices (received_at desc, id desc);
create index notices_by_age on notices (coalesce(concluded_at, received_at));
create unique index notices_to_confirm on notices (confirm_hash) where confirm_hash is not null;
