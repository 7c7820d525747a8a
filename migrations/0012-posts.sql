-- Posts: what members write in rooms, how it is found, waved at, and read.

create table posts (
  id                   uuid primary key,
  room_id              uuid not null references rooms on delete cascade,
  -- its place in the room, without gaps
  number               bigint not null,
  user_id              uuid not null references users on delete cascade,
  text                 text not null check (char_length(text) between 1 and 240),
  icebreaker_id        uuid references icebreakers on delete set null,
  -- what it answers; the number stays when that post goes with its author
  reply_to             uuid references posts on delete set null,
  reply_number         bigint,
  created_at           timestamptz not null,
  edited_at            timestamptz,
  -- a removed post keeps its number and shows nothing
  removed_at           timestamptz,
  -- by its author
  taken_back_by        uuid,
  -- by staff; the post goes with the statement
  removal_statement_id uuid references statements on delete cascade,
  unique (room_id, number),
  check (reply_to is null or reply_number is not null),
  check (removal_statement_id is null or removed_at is not null),
  check (taken_back_by = user_id),
  -- either its author took it back, or a statement of reasons took it away; nothing else removes a post
  check (num_nonnulls(taken_back_by, removal_statement_id) = (removed_at is not null)::int)
);
create index posts_of_user on posts (user_id, created_at);
create index posts_replying on posts (reply_to) where reply_to is not null;
create index posts_answering on posts (room_id, icebreaker_id, number) where icebreaker_id is not null;
create index posts_removed on posts (removal_statement_id) where removal_statement_id is not null;

-- A text with a space for everything that is neither letter nor digit, character by character, so that
-- places in the one are places in the other. The parser of PostgreSQL alone takes what a slash, a dot or a
-- dash joins for paths, hosts and numbers, and does not find the words in them.
create function spaced(text text) returns text language sql immutable strict parallel safe
return regexp_replace(text collate "und-x-icu",
  '[^[:alnum:]\u0300-\u036F\u0483-\u0489\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670\u0900-\u109F\u200C\u200D]',
  ' ', 'g');

-- Both languages at once: a word is found by the stem that either of them knows.
create function words_of(text text) returns tsvector language sql immutable strict parallel safe
return to_tsvector('german', spaced(text)) || to_tsvector('english', spaced(text));
-- what waits to be sorted in is kept short, so that no post waits long for those before it
create index posts_spaced_words on posts using gin (words_of(text))
  with (gin_pending_list_limit = 256);

-- Posts of whoever is hidden are shown nowhere: when they go, nobody has to read again.
create function notify_posts() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct room_id from changed c
    where not exists (select from profiles p where p.id = c.user_id and p.is_hidden)) rooms;
  return null;
end $$;
create trigger posts_notify_deleted after delete on posts
  referencing old table as changed for each statement execute function notify_posts();

-- A reply that loses what it answers looks as before, because the answered post was hidden already.
create function notify_posts_updated() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct c.room_id from changed c join became b using (id)
    where to_jsonb(c) - 'reply_to' is distinct from to_jsonb(b) - 'reply_to'
      and not exists (select from profiles p where p.id = c.user_id and p.is_hidden)) rooms;
  return null;
end $$;
create trigger posts_notify_updated after update on posts
  referencing old table as changed new table as became
  for each statement execute function notify_posts_updated();

create trigger removal_stated
  before insert or update of removed_at, removal_statement_id, user_id on posts
  for each row when (new.removal_statement_id is not null)
  execute function removal_needs_statement('removal_statement_id');

-- Whom a post names, with the name as it stands in the text after the @.
create table post_mentions (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  name    text not null check (char_length(name) between 1 and 60),
  primary key (post_id, user_id)
);
create index post_mentions_of_user on post_mentions (user_id);

-- A private hello on a post; it lives as long as the post.
create table waves (
  post_id    uuid not null references posts on delete cascade,
  user_id    uuid not null references users on delete cascade,
  -- whose post it is: kept beside it, because both are asked for together
  author_id  uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (post_id, user_id),
  check (user_id <> author_id)
);
create index waves_of_user on waves (user_id, author_id);
create index waves_to_author on waves (author_id, created_at desc);

-- "No, thank you": between these two no wave arrives any more, and whoever waves does not notice.
create table wave_declines (
  user_id     uuid not null references users on delete cascade,
  waver_id    uuid not null references users on delete cascade,
  declined_at timestamptz not null,
  primary key (user_id, waver_id),
  check (user_id <> waver_id)
);
create index wave_declines_against on wave_declines (waver_id);

-- Posts that somebody does not want to see again.
create table hidden_posts (
  user_id   uuid not null references users on delete cascade,
  post_id   uuid not null references posts on delete cascade,
  hidden_at timestamptz not null,
  primary key (user_id, post_id)
);
create index hidden_posts_of_post on hidden_posts (post_id);
create trigger hidden_posts_notify after insert or delete on hidden_posts
  for each row execute function notify_member('user_id');

-- How far each member has read each room: the highest number they saw.
create table room_reads (
  user_id uuid not null references users on delete cascade,
  room_id uuid not null,
  number  bigint not null check (number >= 0),
  primary key (room_id, user_id),
  foreign key (room_id, user_id) references room_members on delete cascade
);
create index room_reads_of_user on room_reads (user_id);

-- Whoever comes in has missed nothing so far.
create function begin_reading() returns trigger language plpgsql as $$
begin
  insert into room_reads (user_id, room_id, number)
  select new.user_id, new.room_id, r.last_number from rooms r where r.id = new.room_id
  on conflict do nothing;
  return null;
end $$;
create trigger room_members_begin_reading after insert on room_members
  for each row execute function begin_reading();
