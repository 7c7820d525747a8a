-- A name as it is looked for by its beginning: without case, accents and the marks upon letters.
-- `contract/folding.ts` writes the same; a test compares the two.
create function folded(name text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(lower(upper(
  regexp_replace(normalize(name, NFKD),
    '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]+', '', 'g')
  collate "und-x-icu")), 'øłđðħıς', 'olddhiσ'),
  'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');

-- reads every name once, and lets nobody change theirs meanwhile
create index profiles_folded on profiles (folded(username) collate "C");

-- A text with a space for everything that is neither letter nor digit, character by character, so that
-- places in the one are places in the other. The parser of PostgreSQL alone takes what a slash, a dot
-- or a dash joins for paths, hosts and numbers, and does not find the words in them.
create function spaced(text text) returns text language sql immutable strict parallel safe
return regexp_replace(text collate "und-x-icu",
  '[^[:alnum:]\u0300-\u036F\u0483-\u0489\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670\u0900-\u109F\u200C\u200D]',
  ' ', 'g');

create function words_of(text text) returns tsvector language sql immutable strict parallel safe
return to_tsvector('german', spaced(text)) || to_tsvector('english', spaced(text));

-- Reads every post once and lets nobody post meanwhile, as the index before it did, in time that grows
-- with what was ever written: at a start, when nobody is there yet. What waits to be sorted in is kept short
-- as it was, so that no post waits long for those before it.
create index posts_spaced_words on posts using gin (words_of(text))
  with (gin_pending_list_limit = 256);
drop index posts_words;
