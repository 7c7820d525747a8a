-- How far each member has read each room: the highest number they saw.
create table room_reads (
  user_id uuid not null references users on delete cascade,
  room_id uuid not null,
  number  bigint not null check (number >= 0),
  primary key (room_id, user_id),
  foreign key (room_id, user_id) references room_members on delete cascade
);
create index room_reads_of_user on room_reads (user_id);

-- whoever comes in has missed nothing so far
create function begin_reading() returns trigger language plpgsql as $$
begin
  insert into room_reads (user_id, room_id, number)
  select new.user_id, new.room_id, r.last_number from rooms r where r.id = new.room_id
  on conflict do nothing;
  return null;
end $$;
create trigger room_members_begin_reading after insert on room_members
  for each row execute function begin_reading();
insert into room_reads (user_id, room_id, number)
select m.user_id, m.room_id, r.last_number from room_members m join rooms r on r.id = m.room_id;

-- Who does not want to be seen in a room, and sees nobody there. Who is where is kept in no table.
create table presence_off (
  user_id uuid primary key references users on delete cascade,
  since   timestamptz not null
);
create trigger presence_off_notify after insert or delete on presence_off
  for each row execute function notify_member('user_id');

-- Both languages in one index: a word is found by the stem either of them knows. What waits to be
-- sorted in is kept short, so that no post waits long for those before it.
create index posts_words on posts
  using gin ((to_tsvector('german', text) || to_tsvector('english', text)))
  with (gin_pending_list_limit = 256);
