-- A counted attempt changes its row in place: as long as no index holds a value that changes and the page has
-- room, PostgreSQL writes neither a new index entry nor, mostly, another page.
-- What has expired is looked for once in an hour, and read through for that.
drop index attempts_by_expiry;
alter table attempts set (fillfactor = 50);
