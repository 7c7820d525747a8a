-- Who is in a room, without counting or reading all of it: how many belong to each is kept by what changes
-- it, and their names are found by their beginning there.

-- A member's name as it is looked for (`folded`), beside each of their memberships.
alter table room_members add column folded_name text;
update room_members m set folded_name = folded(p.username) from profiles p where p.id = m.user_id;
-- stops room_members: the update above holds it up anyway, about a second for each ten thousand (docs/operations.md)
create index members_by_name on room_members (room_id, folded_name collate "C") where dormant_at is null;

create function name_of_member() returns trigger language plpgsql as $$
begin
  -- whoever is renamed just now is waited for, and waits
  new.folded_name := (select folded(p.username) from profiles p where p.id = new.user_id for share);
  return new;
end $$;
create trigger room_members_name before insert on room_members
  for each row execute function name_of_member();

create function rename_member() returns trigger language plpgsql as $$
begin
  update room_members set folded_name = folded(new.username) where user_id = new.id;
  return null;
end $$;
create trigger profiles_rename after insert or update of username on profiles
  for each row execute function rename_member();

-- Of each room: how many memberships do not rest, and how many of those are members who are there for
-- others.
create table room_counts (
  room_id uuid primary key references rooms on delete cascade,
  awake   integer not null,
  present integer not null
);

-- What has come and gone since, to be added to it: whoever enters adds a row, and waits for nobody.
create table room_count_changes (
  room_id uuid not null references rooms on delete cascade,
  awake   integer not null,
  present integer not null
);
create index changes_of_room_count on room_count_changes (room_id);

-- Few are left to be added up by whoever asks. One at a time, and nobody waits to do it.
create function add_up_room_counts(rooms uuid[]) returns void language plpgsql as $$
declare
  room uuid;
begin
  foreach room in array rooms loop
    continue when (select count(*) from (
      select from room_count_changes c where c.room_id = room limit 33) few) < 33;
    exit when not pg_try_advisory_xact_lock(4027032);
    with added as (delete from room_count_changes c where c.room_id = room returning c.awake, c.present)
    insert into room_counts as k select room, sum(awake), sum(present) from added having count(*) > 0
    on conflict (room_id) do update set awake = k.awake + excluded.awake, present = k.present + excluded.present;
  end loop;
end $$;

create function change_room_counts(rooms_of uuid[], members uuid[], by integer) returns void language plpgsql as $$
begin
  if members is null then return; end if;
  -- whoever is hidden or comes back just now is waited for, and waits
  perform from profiles p where p.id = any (members) order by p.id for share;
  insert into room_count_changes (room_id, awake, present)
  select m.room_id, by * count(*), by * count(p.id)
  from unnest(rooms_of, members) m (room_id, user_id)
  -- one that goes takes what was counted of it along
  join rooms r on r.id = m.room_id
  left join profiles p on p.id = m.user_id and not (p.is_hidden or p.suspended_until is not null)
  group by m.room_id;
  perform add_up_room_counts(array(select distinct room from unnest(rooms_of) room order by room));
end $$;

create function count_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_room_counts(array_agg(b.room_id), array_agg(b.user_id), 1)
    from became b where b.dormant_at is null;
  elsif tg_op = 'DELETE' then
    perform change_room_counts(array_agg(w.room_id), array_agg(w.user_id), -1)
    from was w where w.dormant_at is null;
  else
    perform change_room_counts(array_agg(room_id), array_agg(user_id), -1)
    from was w join became b using (room_id, user_id)
    where w.dormant_at is null and b.dormant_at is not null;
    perform change_room_counts(array_agg(room_id), array_agg(user_id), 1)
    from was w join became b using (room_id, user_id)
    where w.dormant_at is not null and b.dormant_at is null;
  end if;
  return null;
end $$;
create trigger room_members_count_in after insert on room_members
  referencing new table as became for each statement execute function count_members();
create trigger room_members_count_out after delete on room_members
  referencing old table as was for each statement execute function count_members();
create trigger room_members_count_rest after update on room_members
  referencing old table as was new table as became for each statement execute function count_members();

create function count_profile() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and not (old.is_hidden or old.suspended_until is not null);
  becomes boolean := tg_op <> 'DELETE' and not (new.is_hidden or new.suspended_until is not null);
  member uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  if was <> becomes then
    insert into room_count_changes (room_id, awake, present)
    select r.id, 0, case when becomes then 1 else -1 end
    from room_members m join rooms r on r.id = m.room_id
    where m.user_id = member and m.dormant_at is null;
    perform add_up_room_counts(array(
      select m.room_id from room_members m where m.user_id = member order by m.room_id));
  end if;
  return null;
end $$;
create trigger profiles_count after insert or delete or update of is_hidden, suspended_until on profiles
  for each row execute function count_profile();

-- the triggers above let nobody change what is counted here before this is done
insert into room_counts (room_id, awake, present)
select m.room_id, count(*), count(p.id)
from room_members m
left join profiles p on p.id = m.user_id and not (p.is_hidden or p.suspended_until is not null)
where m.dormant_at is null group by m.room_id;
