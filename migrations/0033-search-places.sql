-- Search answers for a part of a room at a time, newest first, instead of for all of the club.

-- Where a post stands, as the index of words knows it: in which 64 of its room's numbers, in which 4,096 and
-- in which 262,144, and by whom. Hashes: whoever looks compares the room itself as well.
create or replace function places_of(room_id uuid, number bigint, user_id uuid) returns bigint[]
language sql immutable strict parallel safe
return array[uuid_hash_extended(room_id, (number >> 6) * 4), uuid_hash_extended(room_id, (number >> 12) * 4 + 1),
  uuid_hash_extended(room_id, (number >> 18) * 4 + 2), uuid_hash_extended(user_id, -1)];

-- A large club makes this function and the index before it is updated, while it runs (docs/operations.md).
-- What waits to be sorted in is kept short, so that no post waits long for those before it
-- stops posts: a large club builds it ahead, as above and in docs/operations.md; a small one has it in a second
create index if not exists posts_found on posts using gin (words_of(text), places_of(room_id, number, user_id))
  with (gin_pending_list_limit = 256);
drop index posts_spaced_words;

-- The places of a room's numbers from `low` to before `high`, as few as there are: large ones in the middle,
-- smaller ones towards both ends.
create function places_between(room uuid, low bigint, high bigint) returns bigint[]
language sql immutable parallel safe
return (
  with whole as (
    select (low + 4095) >> 12 as first, high >> 12 as beyond, (low + 262143) >> 18 as first_large,
      high >> 18 as beyond_large)
  select array(
    select uuid_hash_extended(room, n * 4 + 2) from whole w, generate_series(w.first_large, w.beyond_large - 1) n
    union all
    select uuid_hash_extended(room, n * 4 + 1)
    from whole w, generate_series(w.first, least(w.beyond, w.first_large * 64) - 1) n
    union all
    select uuid_hash_extended(room, n * 4 + 1)
    from whole w, generate_series(greatest(w.first, w.first_large * 64, w.beyond_large * 64), w.beyond - 1) n
    union all
    select uuid_hash_extended(room, n * 4)
    from whole w, generate_series(low >> 6, least((high - 1) >> 6, w.first * 64 - 1)) n
    union all
    select uuid_hash_extended(room, n * 4)
    from whole w, generate_series(greatest(w.first, w.beyond) * 64, (high - 1) >> 6) n));

-- From which number on a room's posts are later than a moment. They are numbered as they come, give or take
-- a few that came at once.
create function number_after(room uuid, moment timestamptz) returns bigint language plpgsql stable parallel safe as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(p.number) from posts p where p.room_id = room), 0) + 1;
  middle bigint;
  found record;
begin
  while low + 1 < high loop
    middle := (low + high) / 2;
    select p.number, p.created_at into found from posts p
    where p.room_id = room and p.number >= middle order by p.number limit 1;
    if found.created_at <= moment then
      low := found.number;
    else
      high := middle;
    end if;
  end loop;
  return high;
end $$;
