-- Georgian has capitals that are younger than what some databases know of letters. There whoever typed a name in them
-- did not find it in small ones; the browser folds them to those. The version before folds names here as well.
create or replace function folded(name text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(lower(upper(
  regexp_replace(normalize(translate(name, U&'\00B4\1FFD', ''''''), NFKD),
    '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]+', '', 'g')
  collate "und-x-icu")), 'øłđðħıς‘’‛ʻʼ`′‐‒–—―−ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ', 'olddhiσ''''''''''''''------აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ'),
  'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');

-- Of names that are written in them the index holds another beginning. It takes in only what changes, and what stands
-- beside each membership follows by its trigger; they are few, if any.
do $$
declare
  one record;
begin
  for one in select id, username from profiles where username ~ '[\u1C90-\u1CBF]' order by id loop
    update profiles set username = regexp_replace(username, '[\u1C90-\u1CBF]', 'ა', 'g') where id = one.id;
    update profiles set username = one.username where id = one.id;
  end loop;
end $$;
