-- What server processes keep in memory is kept true by notices. The database sends them itself, so
-- that no statement, wherever it comes from, can change a right and forget to say so.

create function notify_member() returns trigger language plpgsql as $$
declare
  row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- the trigger's argument names the column that holds the member's id
  perform pg_notify('club', json_build_object('kind', 'member_changed', 'userId', row ->> tg_argv[0])::text);
  return null;
end $$;

create trigger users_notify
  after update of email, language, admitted_at, suspended_until, suspension_reason on users
  for each row when (old.* is distinct from new.*) execute function notify_member('id');
create trigger profiles_notify
  after update of username, city, verification_status on profiles
  for each row when (old.* is distinct from new.*) execute function notify_member('id');
create trigger user_roles_notify after insert or update or delete on user_roles
  for each row execute function notify_member('user_id');
create trigger subscriptions_notify after insert or update or delete on subscriptions
  for each row execute function notify_member('user_id');
create trigger room_members_notify after insert or delete on room_members
  for each row execute function notify_member('user_id');

-- a notice carries at most 8,000 bytes
create function notify_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'sessions_ended', 'sessionIds', json_agg(id))::text)
  from (select id, (row_number() over () - 1) / 100 as part from ended) parts group by part;
  return null;
end $$;

create trigger sessions_notify after delete on sessions
  referencing old table as ended for each statement execute function notify_sessions();

create function notify_room() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'room_changed', 'roomId', old.id)::text);
  return null;
end $$;

-- the columns are named so that the counter, raised by every post, says nothing
create trigger rooms_notify after update of slug, name, description, icon, access_level, is_active on rooms
  for each row execute function notify_room();
create trigger rooms_notify_deleted after delete on rooms
  for each row execute function notify_room();

create function notify_posts() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct room_id from changed) rooms;
  return null;
end $$;

create trigger posts_notify_updated after update on posts
  referencing old table as changed for each statement execute function notify_posts();
create trigger posts_notify_deleted after delete on posts
  referencing old table as changed for each statement execute function notify_posts();

-- both limits of posting are counted in one list per member from now on
delete from attempts where action in ('postPerMinute', 'postPerHour');
