-- What a hidden member does must not show that they are there: a table they leave, in whatever way, goes on resting for
-- the other, and ends once they are seen again. A member who waits at a table for them goes on waiting.
-- together with the migration before this holds posts already: it waits for nothing
set local lock_timeout = '50ms';
alter table seats
  -- when they got up while they were seen by nobody
  add column left_at timestamptz;
create trigger seats_notify_left after update of left_at on seats
  for each row execute function notify_member('user_id');

create function get_up(left_table uuid, member uuid, at timestamptz) returns void language plpgsql as $$
begin
  -- a member who becomes visible at this moment waits for this, or is waited for
  perform from profiles p where p.id = member and (p.is_hidden or p.suspended_until is not null) for share;
  if found then
    -- of two who leave at once one comes after the other
    perform from tables t where t.id = left_table for no key update;
    update seats s set left_at = at from tables t
    where s.table_id = left_table and s.user_id = member and s.left_at is null
      and t.id = s.table_id and t.opened_at is not null and t.ended_at is null;
    -- nobody is left for whom it could rest
    update tables set ended_at = at where id = left_table and opened_at is not null and ended_at is null
      and not exists (select from seats s where s.table_id = left_table and s.left_at is null);
  else
    update tables set ended_at = at where id = left_table and opened_at is not null and ended_at is null;
  end if;
end $$;

create or replace function end_table_of() returns trigger language plpgsql as $$
declare
  one uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  other uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
  at timestamptz := (to_jsonb(new) ->> tg_argv[2])::timestamptz;
begin
  -- a member who becomes visible at this moment waits for this, or is waited for
  perform from profiles p where p.id = one for share;
  perform get_up(t.id, one, at) from tables t
  where one_id = least(one, other) and other_id = greatest(one, other)
    and opened_at is not null and ended_at is null;
  -- the declined member goes on waiting, and notices nothing
  delete from tables t
  where one_id = least(one, other) and other_id = greatest(one, other) and opened_at is null
    and (exists (select from seats s where s.table_id = t.id and s.user_id = one)
      or (tg_table_name = 'blocks' and not exists (select from profiles p
        where p.id = one and (p.is_hidden or p.suspended_until is not null))));
  return null;
end $$;

create function end_left_tables() returns trigger language plpgsql as $$
begin
  update tables t set ended_at = now() from seats s
  where s.table_id = t.id and s.user_id = new.id and s.left_at is not null and t.ended_at is null;
  delete from tables t using blocks b
  where t.opened_at is null and b.blocker_id = new.id
    and t.one_id = least(new.id, b.blocked_id) and t.other_id = greatest(new.id, b.blocked_id);
  return null;
end $$;
create trigger profiles_end_left_tables after update of is_hidden, suspended_until on profiles
  for each row when ((old.is_hidden or old.suspended_until is not null)
    and not new.is_hidden and new.suspended_until is null)
  execute function end_left_tables();
set local lock_timeout = '3s';
