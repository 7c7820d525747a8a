-- Whatever of a profile others may see is told by the row, not by a list of columns: a new one cannot be
-- forgotten. Left out is what is read anew each time or shown to nobody, and what has its own trigger.
drop trigger profiles_notify on profiles;
create trigger profiles_notify after update on profiles for each row
  when (to_jsonb(old) - '{bio,birthdate,suspended_until,is_shown}'::text[]
    is distinct from to_jsonb(new) - '{bio,birthdate,suspended_until,is_shown}'::text[])
  execute function notify_member('id');
