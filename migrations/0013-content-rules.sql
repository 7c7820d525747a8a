-- Content rules: words that nobody writes here, and members who asked to be hidden.

-- They are compared after look-alikes are folded, which SQL cannot do.
create table blocked_words (
  id       uuid primary key,
  word     text not null unique check (char_length(word) between 2 and 50),
  added_at timestamptz not null
);
create trigger blocked_words_notify after insert or update or delete on blocked_words
  for each statement execute function notify_settings();

-- These only ever degrade people for origin, faith, orientation or disability. What is also said without
-- contempt, or by those it is about of themselves, is for people to judge.
insert into blocked_words (id, word, added_at)
select ('b10c0000-0000-4000-8000-' || lpad(place::text, 12, '0'))::uuid, word, now()
from unnest(array[
  'Nigger', 'Niggers', 'Niggern', 'Neger', 'Negern', 'Negers', 'Kanake', 'Kanaken',
  'Kümmeltürke', 'Kümmeltürken', 'Schlitzauge', 'Schlitzaugen', 'Zigeunerpack', 'Judensau',
  'Judenschwein', 'Untermensch', 'Untermenschen', 'Schwuchtel', 'Schwuchteln', 'Spasti', 'Spastis',
  'faggot', 'faggots', 'kike', 'kikes', 'wetback', 'wetbacks', 'raghead', 'ragheads'])
  with ordinality as words (word, place);

-- Whoever asked to be hidden, until they take it back.
create table hidden_members (
  user_id   uuid primary key references users on delete cascade,
  hidden_at timestamptz not null
);
create trigger wish_hides after insert or delete on hidden_members
  for each row execute function profile_hides('user_id');
-- where the profile is hidden for another reason already, it does not change and sends no event
create trigger hidden_members_notify after insert or delete on hidden_members
  for each row execute function notify_member('user_id');
