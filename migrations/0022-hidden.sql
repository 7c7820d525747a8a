-- Of several reasons to be hidden that come and go at once, none is overlooked.
create or replace function profile_hides() returns trigger language plpgsql as $$
declare
  -- the trigger's argument names the column that holds the member's id
  member uuid := to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0];
begin
  -- whoever else gives or ends a reason is waited for: what follows sees what they did
  perform from profiles where id = member for no key update;
  update profiles p set is_hidden = hidden.now
  from (select exists (select from account_deletions d where d.user_id = member)
    or exists (select from users u where u.id = member and u.restricted_at is not null)
    or exists (select from hidden_members h where h.user_id = member) as now) hidden
  where p.id = member and p.is_hidden <> hidden.now;
  return null;
end $$;

-- whom it happened to
update profiles p set is_hidden = not p.is_hidden
where p.is_hidden <> (
  exists (select from account_deletions d where d.user_id = p.id)
  or exists (select from users u where u.id = p.id and u.restricted_at is not null)
  or exists (select from hidden_members h where h.user_id = p.id));
