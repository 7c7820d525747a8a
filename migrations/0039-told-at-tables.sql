-- Who sits at a table with somebody reads it anew as soon as they hide, withdraw their consent, or are there again: in a
-- room the posts tell of that, and two at a table may share none. Only whoever is shown that table hears of it.
create function notify_tables_of_member() returns trigger language plpgsql as $$
begin
  perform tell_club(json_build_object('kind', 'other_changed', 'userId', t.other)::text)
  from (select id, case when one_id = new.id then other_id else one_id end as other from tables
    where one_id = new.id or other_id = new.id) t
  left join seats s on s.table_id = t.id and s.user_id = t.other
  where t.other is not null and s.cleared_at is null
    -- who said no to somebody waiting there is not shown that they wait
    and (s.user_id is not null
      or not exists (select from table_refusals r where r.user_id = t.other and r.refused_id = new.id)
        and not exists (select from wave_declines d where d.user_id = t.other and d.waver_id = new.id))
    and not exists (select from blocks b where (b.blocker_id = new.id and b.blocked_id = t.other)
      or (b.blocker_id = t.other and b.blocked_id = new.id))
  group by t.other;
  return null;
end $$;
create trigger profiles_notify_tables after update of content_consent_at, is_hidden on profiles
  for each row when (new.suspended_until is null and (old.is_hidden <> new.is_hidden or old.is_shown <> new.is_shown))
  execute function notify_tables_of_member();
