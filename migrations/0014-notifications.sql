-- Notifications: what a member is told of in the bell, by push and by mail.

-- What of an item its member may see is decided when they look.
create table bell_items (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  kind       text not null check (kind in ('reply', 'wave', 'mutual_wave', 'mention', 'decision')),
  actor_id   uuid references users on delete cascade,
  -- the reply, the post with the mention, the post waved at
  post_id    uuid references posts on delete cascade,
  room_id    uuid references rooms on delete cascade,
  -- of the decision: the number of the report, or of the statement
  reference  text check (reference ~ '^[RS]-\d{4}-\d{6}$'),
  created_at timestamptz not null,
  read_at    timestamptz,
  -- when it was handed to push services, or found to be for none
  pushed_at  timestamptz,
  check ((kind = 'decision') = (actor_id is null)),
  check ((kind = 'decision') = (reference is not null)),
  check (kind in ('mutual_wave', 'decision') or (post_id is not null and room_id is not null))
);
create index bell_items_of_user on bell_items (user_id, created_at desc);
create index bell_items_of_actor on bell_items (actor_id);
create index bell_items_by_age on bell_items (created_at);
create index bell_items_to_push on bell_items (created_at) where pushed_at is null;
-- what was read where it stands is settled in the bell too
create index bell_items_unread on bell_items (user_id, room_id) where read_at is null;
-- the same thing is told once
create unique index bell_item_of_post on bell_items (post_id, user_id, kind, actor_id)
  where post_id is not null;
create unique index bell_item_mutual on bell_items (user_id, actor_id) where kind = 'mutual_wave';

-- The member's open bell is read anew.
create function notify_bell() returns trigger language plpgsql as $$
begin
  -- the same one twice in a transaction is sent once
  perform pg_notify('club', json_build_object('kind', 'bell_changed',
    'userId', case when tg_op = 'DELETE' then old.user_id else new.user_id end)::text);
  return null;
end $$;
create trigger bell_items_notify after insert or delete on bell_items
  for each row execute function notify_bell();
create trigger bell_items_notify_read after update of read_at on bell_items
  for each row execute function notify_bell();

-- Replies and mentions ring by themselves, so that no way of writing a post can forget to.
create function ring_of_post(kind text, member uuid, post posts) returns void language sql as $$
  insert into bell_items (id, user_id, kind, actor_id, post_id, room_id, created_at)
  select gen_random_uuid(), member, kind, post.user_id, post.id, post.room_id,
    coalesce(post.edited_at, post.created_at)
  where member is not null and member <> post.user_id and post.removed_at is null
    and exists (select from room_members m
      where m.room_id = post.room_id and m.user_id = member and m.muted_at is null)
    and not exists (select from blocks b where (b.blocker_id = member and b.blocked_id = post.user_id)
      or (b.blocker_id = post.user_id and b.blocked_id = member))
    -- whoever is answered by name is told once
    and not exists (select from bell_items i where i.post_id = post.id and i.user_id = member)
  on conflict do nothing
$$;

-- A table's triggers run in the order of their names, and this one first.
create function ring_reply() returns trigger language plpgsql as $$
begin
  perform ring_of_post('reply', (select p.user_id from posts p where p.id = new.reply_to), new);
  return null;
end $$;
create trigger a_posts_ring_reply after insert on posts
  for each row when (new.reply_to is not null) execute function ring_reply();

-- The bell changes although none of its items does: what an item may show follows the mentions.
create function tell_bell(member uuid) returns void language sql as $$
  select pg_notify('club', json_build_object('kind', 'bell_changed', 'userId', member)::text)
$$;

-- Who is named in a post, no longer, and again is told once: the item stays, and the bell shows it while
-- they are named.
create function ring_mention() returns trigger language plpgsql as $$
declare
  named posts;
begin
  if exists (select from bell_items i
    where i.post_id = new.post_id and i.user_id = new.user_id and i.kind = 'mention') then
    perform tell_bell(new.user_id);
    return null;
  end if;
  select * into named from posts p where p.id = new.post_id;
  if found then perform ring_of_post('mention', new.user_id, named); end if;
  return null;
end $$;
create trigger post_mentions_ring after insert on post_mentions
  for each row execute function ring_mention();

create function hush_mention() returns trigger language plpgsql as $$
begin
  if exists (select from bell_items i
    where i.post_id = old.post_id and i.user_id = old.user_id and i.kind = 'mention') then
    perform tell_bell(old.user_id);
  end if;
  return null;
end $$;
create trigger post_mentions_hush after delete on post_mentions
  for each row execute function hush_mention();

-- How somebody wants to be told; whoever has no row never said.
create table notice_settings (
  user_id        uuid primary key references users on delete cascade,
  has_digest     boolean not null default false,
  shows_content  boolean not null default false,
  -- hours of Berlin; the same twice is no quiet at all
  quiet_from     smallint not null default 22 check (quiet_from between 0 and 23),
  quiet_until    smallint not null default 8 check (quiet_until between 0 and 23),
  digest_sent_at timestamptz
);
create index notice_settings_digest on notice_settings (user_id) where has_digest;

-- Where the browser's maker takes messages for one browser; it ends with that browser's session.
create table push_subscriptions (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint   text not null unique check (char_length(endpoint) <= 2000),
  public_key bytea not null check (octet_length(public_key) = 65),
  auth_key   bytea not null check (octet_length(auth_key) = 16),
  -- the club's public key that the browser subscribed for: under another one its push service takes no
  -- message
  push_key   bytea check (octet_length(push_key) = 65),
  -- how often in a row the push service refused a message
  refusals   smallint not null default 0,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);
