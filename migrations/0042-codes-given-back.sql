-- Nobody came by a code that was spent on an account whose address its owner never confirmed: a slip of the pen in it is
-- enough. With the account the code is good again, and the place of whoever gave it.
create function give_code_back() returns trigger language plpgsql as $$
begin
  update invitations i set uses = i.uses - 1 from invitation_uses t
  where t.user_id = old.id and i.id = t.invitation_id;
  return old;
end $$;
create trigger users_give_code_back before delete on users
  for each row when (old.email_confirmed_at is null and old.last_seen_on is null)
  execute function give_code_back();
