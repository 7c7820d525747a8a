-- When each member last read on in each room; unknown of what was read before it was written down.
alter table room_reads add column read_at timestamptz;

-- Whoever comes in has missed nothing so far.
create or replace function begin_reading() returns trigger language plpgsql as $$
begin
  insert into room_reads (user_id, room_id, number, read_at)
  select new.user_id, new.room_id, r.last_number, new.created_at
  from rooms r where r.id = new.room_id
  on conflict do nothing;
  return null;
end $$;
