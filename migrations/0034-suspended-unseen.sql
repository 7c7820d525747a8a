-- Whoever is suspended is not there for others while it lasts. Others are shown what this column says:
-- the end that is written in the account, until a process finds by the club's clock that it has come.
alter table profiles add column suspended_until timestamptz;
update profiles p set suspended_until = u.suspended_until
from users u where u.id = p.id and u.suspended_until > now();
create index profiles_suspended on profiles (suspended_until) where suspended_until is not null;

create function profile_suspends() returns trigger language plpgsql as $$
begin
  update profiles set suspended_until = new.suspended_until where id = new.id;
  return null;
end $$;
create trigger users_suspend after update of suspended_until on users
  for each row when (old.suspended_until is distinct from new.suspended_until)
  execute function profile_suspends();

-- what is shown of a member hangs by one word, as before; members are few enough to be written again
drop trigger profiles_notify_posts on profiles;
alter table profiles drop column is_shown;
alter table profiles add column is_shown boolean generated always as
  (content_consent_at is not null and not is_hidden and suspended_until is null) stored;
create trigger profiles_notify_posts after update of content_consent_at, is_hidden on profiles
  for each row when (old.is_shown is distinct from new.is_shown)
  execute function notify_posts_of_member();

-- it changes posts, quotes, names in texts, bells and lists at once: everybody compares
create function notify_sight() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'sight_changed')::text);
  return null;
end $$;
create trigger profiles_notify_sight after update of suspended_until on profiles
  for each row when ((old.suspended_until is null) <> (new.suspended_until is null)
    or new.suspended_until < old.suspended_until)
  execute function notify_sight();
