-- Who is in a room, without counting or reading all of it: how many belong to each is kept by what changes
-- it, and their names are found by their beginning there.

-- Beside each membership what it needs of its member: the name as it is looked for (`folded`), and whether they
-- are not there for others. With that a membership is counted by its own row alone, whatever becomes of the profile.
alter table room_members
  add column folded_name text,
  add column is_away     boolean not null default false;
update room_members m set folded_name = folded(p.username), is_away = p.is_hidden or p.suspended_until is not null
from profiles p where p.id = m.user_id;
-- stops room_members: the update above holds it up anyway, about a second for each ten thousand (docs/operations.md)
create index members_by_name on room_members (room_id, folded_name collate "C") where dormant_at is null;

create function copy_profile() returns trigger language plpgsql as $$
begin
  -- whoever is renamed, hidden or comes back just now is waited for, and waits
  select folded(p.username), p.is_hidden or p.suspended_until is not null into new.folded_name, new.is_away
  from profiles p where p.id = new.user_id for share;
  new.is_away := coalesce(new.is_away, true);
  return new;
end $$;
create trigger room_members_copy before insert on room_members
  for each row execute function copy_profile();

create function copy_to_memberships() returns trigger language plpgsql as $$
begin
  update room_members m set folded_name = folded(new.username), is_away = new.is_hidden or new.suspended_until is not null
  where m.user_id = new.id and (m.folded_name, m.is_away)
    is distinct from (folded(new.username), new.is_hidden or new.suspended_until is not null);
  return null;
end $$;
create trigger profiles_copy after insert or update of username, is_hidden, suspended_until on profiles
  for each row execute function copy_to_memberships();

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

create function count_members() returns trigger language plpgsql as $$
begin
  -- of a room that goes, what was counted goes along
  if tg_op = 'INSERT' then
    insert into room_count_changes (room_id, awake, present)
    select r.id, count(*), count(*) filter (where not b.is_away)
    from became b join rooms r on r.id = b.room_id where b.dormant_at is null group by r.id;
    perform add_up_room_counts(array(select distinct b.room_id from became b order by b.room_id));
  elsif tg_op = 'DELETE' then
    insert into room_count_changes (room_id, awake, present)
    select r.id, - count(*), - count(*) filter (where not w.is_away)
    from was w join rooms r on r.id = w.room_id where w.dormant_at is null group by r.id;
    perform add_up_room_counts(array(select distinct w.room_id from was w order by w.room_id));
  else
    insert into room_count_changes (room_id, awake, present)
    select r.id, sum(m.awake), sum(m.present) from (
      select room_id, 1 as awake, (not is_away)::integer as present from became where dormant_at is null
      union all
      select room_id, -1, - (not is_away)::integer from was where dormant_at is null) m
    join rooms r on r.id = m.room_id group by r.id having sum(m.awake) <> 0 or sum(m.present) <> 0;
    perform add_up_room_counts(array(select distinct w.room_id from was w order by w.room_id));
  end if;
  return null;
end $$;
create trigger room_members_count_in after insert on room_members
  referencing new table as became for each statement execute function count_members();
create trigger room_members_count_out after delete on room_members
  referencing old table as was for each statement execute function count_members();
create trigger room_members_count_change after update on room_members
  referencing old table as was new table as became for each statement execute function count_members();

-- the triggers above let nobody change what is counted here before this is done
insert into room_counts (room_id, awake, present)
select room_id, count(*), count(*) filter (where not is_away)
from room_members where dormant_at is null group by room_id;
