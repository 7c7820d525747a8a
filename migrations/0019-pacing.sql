-- seconds a member waits between two posts in a room; 0: none
alter table rooms add column if not exists slow_seconds integer not null default 0;
-- what is remembered of a room holds it, too
create trigger rooms_notify_slow after update of slow_seconds on rooms
  for each row when (old.slow_seconds is distinct from new.slow_seconds)
  execute function notify_room();

-- words nobody writes here; compared after look-alikes are folded, which SQL cannot
create table blocked_words (
  id       uuid primary key,
  word     text not null unique check (char_length(word) between 2 and 50),
  added_at timestamptz not null
);
create trigger blocked_words_notify after insert or update or delete on blocked_words
  for each statement execute function notify_settings();

-- They only ever degrade people for origin, faith, orientation or disability; what is also said
-- without contempt, or by those it is about of themselves, is for people to judge.
insert into blocked_words (id, word, added_at)
select ('b10c0000-0000-4000-8000-' || lpad(place::text, 12, '0'))::uuid, word, now()
from unnest(array[
  'Nigger', 'Niggers', 'Niggern', 'Neger', 'Negern', 'Negers', 'Kanake', 'Kanaken',
  'Kümmeltürke', 'Kümmeltürken', 'Schlitzauge', 'Schlitzaugen', 'Zigeunerpack', 'Judensau',
  'Judenschwein', 'Untermensch', 'Untermenschen', 'Schwuchtel', 'Schwuchteln', 'Spasti', 'Spastis',
  'faggot', 'faggots', 'kike', 'kikes', 'wetback', 'wetbacks', 'raghead', 'ragheads'])
  with ordinality as words (word, place);

-- whoever asked to be hidden, by their own wish and until they take it back
create table hidden_members (
  user_id   uuid primary key references users on delete cascade,
  hidden_at timestamptz not null
);

create or replace function profile_hides() returns trigger language plpgsql as $$
declare
  -- the trigger's argument names the column that holds the member's id
  member uuid := to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0];
begin
  update profiles p set is_hidden = hidden.now
  from (select exists (select from account_deletions d where d.user_id = member)
    or exists (select from users u where u.id = member and u.restricted_at is not null)
    or exists (select from hidden_members h where h.user_id = member) as now) hidden
  where p.id = member and p.is_hidden <> hidden.now;
  return null;
end $$;
create trigger wish_hides after insert or delete on hidden_members
  for each row execute function profile_hides('user_id');
-- hidden for another reason already, the profile says nothing new
create trigger hidden_members_notify after insert or delete on hidden_members
  for each row execute function notify_member('user_id');
