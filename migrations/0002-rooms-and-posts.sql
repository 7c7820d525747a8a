create table rooms (
  id           uuid primary key,
  slug         text not null unique check (slug ~ '^[a-z0-9-]{1,60}$'),
  name         text not null,
  description  text not null default '',
  icon         text not null default '',
  -- free, club, vip, paid; anything else opens nothing
  access_level text not null,
  is_active    boolean not null default true,
  -- the number of the newest post: raised in the transaction that adds it, so commit order is number order
  last_number  bigint not null default 0,
  created_at   timestamptz not null
) with (fillfactor = 50);

create table room_members (
  room_id    uuid not null references rooms on delete cascade,
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (room_id, user_id)
);
create index rooms_of_member on room_members (user_id);

create table icebreakers (
  id       uuid primary key,
  position integer not null unique,
  de       text not null,
  en       text not null
);

create table posts (
  id            uuid primary key,
  room_id       uuid not null references rooms on delete cascade,
  number        bigint not null,
  user_id       uuid not null references users on delete cascade,
  text          text not null check (char_length(text) between 1 and 240),
  icebreaker_id uuid references icebreakers on delete set null,
  created_at    timestamptz not null,
  -- a removed post keeps its number and shows nothing
  removed_at    timestamptz,
  unique (room_id, number)
);
create index posts_of_user on posts (user_id, created_at);

-- until when a member has paid for; the access levels paid and vip ask for it
create table subscriptions (
  user_id      uuid primary key references users on delete cascade,
  active_until timestamptz not null
);
