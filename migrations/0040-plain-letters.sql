-- A search typed without accents finds the word with them; the other way round it did so already.

-- Letters without their accents and in their usual width, nearly always one for one, so that places in the one are
-- places in the other. The stems of German know what ä, ö, ü and ß are, and which words with them are too common to look for; a text
-- with no other letters, as most are, is left alone, which takes a tenth of the time.
create or replace function unaccented(text text) returns text language sql immutable strict parallel safe
return case when octet_length(translate(text, 'äöüÄÖÜß', 'aouAOUs')) = char_length(text) then text else
  normalize(regexp_replace(normalize(translate(text, 'øłđðħıØŁĐÐĦ', 'olddhiOLDDH'), NFKD),
    '(?<![aouAOU])\u0308|[\u0300-\u0307\u0309-\u036F]+', '', 'g'), NFC) end;

-- Both languages at once, as words_of had them; the text is made plain once for the two.
create or replace function plain_words_of(text text) returns tsvector language sql immutable strict parallel safe
cost 300
return (
  select to_tsvector('german', plain) || to_tsvector('english', plain)
  from (select unaccented(spaced(text)) as plain offset 0) one);

-- A large club makes both functions and the index before it is updated, while it runs (docs/operations.md).
-- Posts are locked once and wholly, before anything is built: a writer who had read them and waits to store one would
-- otherwise stand in the way of the stronger lock. This steps aside at once and begins anew, before the database ends one
-- of the two. The version before finds its words by their places in the new index, slower.
-- stops posts: a large club builds it ahead, as above and in docs/operations.md; a small one has it in a second
set local lock_timeout = '50ms';
drop index posts_found;
create index if not exists posts_plain_found
  on posts using gin (plain_words_of(text), places_of(room_id, number, user_id))
  with (gin_pending_list_limit = 256);
set local lock_timeout = '3s';
