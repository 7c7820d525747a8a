-- What the house's page of health says of a week that is over: counted once and kept as it is shown, so that
-- nothing in it is of somebody in particular. Null where a number could be counted on one hand.
create table week_figures (
  -- its Monday in Berlin
  week       date primary key check (extract(isodow from week) = 1),
  newcomers  integer check (newcomers = 0 or newcomers >= 5),
  admitted   integer check (admitted = 0 or admitted >= 5),
  first_post integer check (first_post = 0 or first_post >= 5),
  came_back  integer check (came_back = 0 or came_back >= 5),
  posts      integer check (posts = 0 or posts >= 5),
  -- for each 1,000 posts
  reports    double precision check (reports >= 0)
);

-- What was said of consent three years ago is looked for every day.
-- stops consent_ledger: reads it once
create index consents_by_age on consent_ledger using brin (at) with (autosummarize = on);
