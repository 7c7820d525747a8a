-- An apostrophe and a dash are typed in many ways, by each device in its own, and are one sign each to whoever looks for
-- a name. The version before folds names here as well, so it finds them likewise.
create or replace function folded(name text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(lower(upper(
  regexp_replace(normalize(translate(name, U&'\00B4\1FFD', ''''''), NFKD),
    '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]+', '', 'g')
  collate "und-x-icu")), 'øłđðħıς‘’‛ʻʼ`′‐‒–—―−', 'olddhiσ''''''''''''''------'),
  'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');

-- stops profiles: nobody is renamed or joins meanwhile, about a second for each hundred thousand members
create index profiles_by_name on profiles (folded(username) collate "C");

-- stops room_members: who enters a room now brings their name as it was folded before
lock table room_members in share row exclusive mode;
with f as materialized (select id, folded(username) as name from profiles)
update room_members m set folded_name = f.name from f where f.id = m.user_id and m.folded_name is distinct from f.name;

-- Somebody may have read profiles and wait for memberships just now: this steps aside at once and begins anew, since
-- the database takes the two for a deadlock after a second, and ends one of them.
set local lock_timeout = '50ms';
drop index profiles_folded;
set local lock_timeout = '3s';
