-- Posts answer posts, name members, and can be put right by their authors.
alter table posts
  add column edited_at timestamptz,
  -- what it answers; the number stays when that post goes with its author
  add column reply_to uuid references posts on delete set null,
  add column reply_number bigint,
  add check (reply_to is null or reply_number is not null);
create index posts_replying on posts (reply_to) where reply_to is not null;
create index posts_answering on posts (room_id, icebreaker_id, number) where icebreaker_id is not null;

-- whom a post names, with the name as it stands in the text after the @
create table post_mentions (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  name    text not null check (char_length(name) between 1 and 60),
  primary key (post_id, user_id)
);
create index post_mentions_of_user on post_mentions (user_id);

-- a reply that loses what it answers, which was hidden already, looks as it did
create function notify_posts_updated() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct c.room_id from changed c join became b using (id)
    where to_jsonb(c) - 'reply_to' is distinct from to_jsonb(b) - 'reply_to'
      and not exists (select from profiles p where p.id = c.user_id and p.is_hidden)) rooms;
  return null;
end $$;
drop trigger posts_notify_updated on posts;
create trigger posts_notify_updated after update on posts
  referencing old table as changed new table as became
  for each statement execute function notify_posts_updated();
