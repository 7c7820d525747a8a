-- moderators decide about reports and nothing else
alter table user_roles drop constraint user_roles_role_check;
alter table user_roles add constraint user_roles_role_check check (role in ('admin', 'moderator'));

-- two who see nothing of each other, whoever of them asked for it
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  -- what the other was called then: a later name is not for the blocker
  name       text not null,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_against on blocks (blocked_id);
create trigger blocks_notify_blocker after insert or delete on blocks
  for each row execute function notify_member('blocker_id');
create trigger blocks_notify_blocked after insert or delete on blocks
  for each row execute function notify_member('blocked_id');

-- posts somebody does not want to see again
create table hidden_posts (
  user_id   uuid not null references users on delete cascade,
  post_id   uuid not null references posts on delete cascade,
  hidden_at timestamptz not null,
  primary key (user_id, post_id)
);
create index hidden_posts_of_post on hidden_posts (post_id);
create trigger hidden_posts_notify after insert or delete on hidden_posts
  for each row execute function notify_member('user_id');

-- a room its member wants to hear nothing of
alter table room_members add column muted_at timestamptz;
