-- Tables: what two say to each other once both have waved. The words are sealed; nobody but the two has them.

create table tables (
  id          uuid primary key,
  -- the two, in the order of their ids; nobody where an account is gone
  one_id      uuid references users on delete set null,
  other_id    uuid references users on delete set null,
  -- when the first sat down, and when the second did
  created_at  timestamptz not null,
  opened_at   timestamptz,
  -- one got up, said no, blocked the other, or left the club
  ended_at    timestamptz,
  -- the key of its words, wrapped with the key of a month; empty once nobody has a copy of them
  key_epoch   text not null,
  wrapped_key bytea not null,
  -- the number of the newest message: raised in the transaction that adds it, so commit order is number order
  last_number bigint not null default 0,
  check (one_id < other_id),
  check (ended_at is null or opened_at is not null),
  check (ended_at is not null or (one_id is not null and other_id is not null))
) with (fillfactor = 50);
-- of those that did not end, two have one
create unique index tables_of_pair on tables (one_id, other_id) where ended_at is null;
create index tables_of_one on tables (one_id, other_id);
create index tables_of_other on tables (other_id);
create index tables_ended on tables (ended_at) where ended_at is not null;
create index tables_waiting on tables (created_at) where opened_at is null;
create index tables_of_month on tables (key_epoch);

-- Who sits at a table. One who has not sat down yet has no seat.
create table seats (
  table_id   uuid not null references tables on delete cascade,
  user_id    uuid not null references users on delete cascade,
  sat_at     timestamptz not null,
  -- the highest number they saw
  read_number bigint not null default 0 check (read_number >= 0),
  -- since when they want words to go after a day
  forgetting_since timestamptz,
  -- when they did away with their copy of a table that ended
  cleared_at timestamptz,
  primary key (table_id, user_id)
);
create index seats_of_user on seats (user_id);

create table table_messages (
  id           uuid primary key,
  table_id     uuid not null references tables on delete cascade,
  -- its place at the table, without gaps
  number       bigint not null,
  user_id      uuid not null references users on delete cascade,
  -- null: its author deleted it
  sealed       bytea,
  -- what it answers; the number stays when that message goes
  reply_to     uuid references table_messages on delete set null,
  reply_number bigint,
  created_at   timestamptz not null,
  edited_at    timestamptz,
  unique (table_id, number),
  check (reply_to is null or reply_number is not null)
);
create index table_messages_of_user on table_messages (user_id, created_at);
create index table_messages_replying on table_messages (reply_to) where reply_to is not null;

-- Both hear of it when somebody sits down or gets up: their rights at tables are among what is kept of them.
create function notify_table() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'member_changed', 'userId', id)::text)
  from unnest(array[old.one_id, old.other_id, new.one_id, new.other_id]) id
  where id is not null group by id;
  return null;
end $$;
create trigger tables_notify after insert or delete on tables
  for each row execute function notify_table();
create trigger tables_notify_changed after update of one_id, other_id, opened_at, ended_at on tables
  for each row execute function notify_table();
create trigger seats_notify after update of forgetting_since, cleared_at on seats
  for each row execute function notify_member('user_id');

-- Who says no, or blocks, gets up by it: no way around that, whoever writes it.
create function end_table_of() returns trigger language plpgsql as $$
declare
  one uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  other uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
  at timestamptz := (to_jsonb(new) ->> tg_argv[2])::timestamptz;
begin
  update tables set ended_at = at
  where one_id = least(one, other) and other_id = greatest(one, other)
    and opened_at is not null and ended_at is null;
  -- whoever was refused goes on waiting, and notices nothing
  delete from tables t
  where one_id = least(one, other) and other_id = greatest(one, other) and opened_at is null
    and (tg_table_name = 'blocks'
      or exists (select from seats s where s.table_id = t.id and s.user_id = one));
  return null;
end $$;
create trigger blocks_end_table after insert on blocks
  for each row execute function end_table_of('blocker_id', 'blocked_id', 'created_at');
create trigger declines_end_table after insert on wave_declines
  for each row execute function end_table_of('user_id', 'waver_id', 'declined_at');

-- With the table the hello that opened it is over: whoever wants to sit down again waves again.
create function forget_waves_of_table() returns trigger language plpgsql as $$
begin
  delete from waves w where (w.user_id = new.one_id and w.author_id = new.other_id)
    or (w.user_id = new.other_id and w.author_id = new.one_id);
  return null;
end $$;
create trigger tables_end_waves after update of ended_at on tables
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function forget_waves_of_table();

-- Words that were changed or went: whoever shows the table compares.
create function notify_messages() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'table_changed', 'tableId', table_id)::text)
  from (select distinct table_id from changed) tables;
  return null;
end $$;
create trigger table_messages_notify_deleted after delete on table_messages
  referencing old table as changed for each statement execute function notify_messages();
create trigger table_messages_notify_updated after update on table_messages
  referencing old table as changed for each statement execute function notify_messages();

-- Whoever leaves the club gets up by it; their words go with them, and the other keeps their own.
create function end_tables_of_member() returns trigger language plpgsql as $$
begin
  delete from tables where (one_id = old.id or other_id = old.id) and opened_at is null;
  update tables set ended_at = now()
  where (one_id = old.id or other_id = old.id) and ended_at is null;
  return old;
end $$;
create trigger users_end_tables before delete on users
  for each row execute function end_tables_of_member();
