-- A "No, thank you" and a block outlive the account they were meant for: for each a mark of its mailbox is
-- kept, made with the club's key, by which whoever comes back with that mailbox is known. The same marks
-- stand for the addresses of whom somebody would rather not meet, which are kept in no other form.
create table apart_marks (
  owner_id     uuid not null references users on delete cascade,
  kind         text not null check (kind in ('block', 'decline', 'address')),
  -- the account that is gone; of an address, the entry in its owner's list
  source_id    uuid not null,
  address_mark bytea not null check (length(address_mark) = 32),
  -- since when the owner wants it so
  since        timestamptz not null,
  -- from when its period counts
  kept_at      timestamptz not null,
  primary key (owner_id, kind, source_id, address_mark)
);
create index apart_marks_by_mark on apart_marks (address_mark);
create index apart_marks_by_source on apart_marks (source_id);
create index apart_marks_by_age on apart_marks (kept_at);
-- whoever adds or removes an address hears the same by their streams whether it is anybody's or not: two
-- equal notices of one transaction are one
create trigger apart_marks_notify_added after insert on apart_marks
  for each row when (new.kind = 'address') execute function notify_member('owner_id');
create trigger apart_marks_notify_removed after delete on apart_marks
  for each row when (old.kind = 'address') execute function notify_member('owner_id');

-- A block that came from a mark says from which, and stands beside one its owner made.
alter table blocks add column source_id uuid;
alter table blocks drop constraint blocks_pkey;
create unique index blocks_once on blocks (blocker_id, blocked_id, source_id) nulls not distinct;
create index blocks_by_source on blocks (source_id) where source_id is not null;
alter table wave_declines add column source_id uuid;
create index wave_declines_by_source on wave_declines (source_id) where source_id is not null;

-- The mailbox behind an address in the form it has in users, as the server has it (mailbox.ts).
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com')
    then replace(main, '.', '') || '@gmail.com' else main || '@' || domain end
  from (select coalesce(nullif(split_part(name, '+', 1), ''), name) as main, domain
    from (select regexp_replace(email, '@[^@]*$', '') as name,
      substring(email from '[^@]*$') as domain) parts) read
$$;
create index users_by_mailbox on users (mailbox_of(email));

-- Whoever has one of these marks sees nothing of those who keep it, nor they of them, and no wave arrives.
-- The owners are held before their marks, as when one of them goes; a mark that is held is not taken back.
create function keep_apart(member uuid, marks bytea[]) returns void language plpgsql as $$
begin
  perform from users o where o.id in (select m.owner_id from apart_marks m
      where m.address_mark = any (marks) and m.owner_id <> member)
    order by o.id for key share;
  perform from apart_marks m where m.address_mark = any (marks) and m.owner_id <> member for key share;
  insert into blocks (blocker_id, blocked_id, created_at, source_id)
    select m.owner_id, member, min(m.since), m.source_id from apart_marks m
    where m.address_mark = any (marks) and m.kind <> 'decline' and member not in (m.owner_id, m.source_id)
    group by m.owner_id, m.source_id
    on conflict do nothing;
  insert into wave_declines (user_id, waver_id, declined_at, source_id)
    select distinct on (m.owner_id) m.owner_id, member, m.since, m.source_id from apart_marks m
    where m.address_mark = any (marks) and m.kind = 'decline' and member not in (m.owner_id, m.source_id)
    order by m.owner_id, m.since
    on conflict do nothing;
end $$;

-- An account that was to go and stays: what came of its marks meanwhile goes with them.
create function forget_declines(source uuid) returns void language sql as $$
  delete from wave_declines where source_id = source
$$;
