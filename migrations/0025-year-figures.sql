-- The desk's figures of each year that is over, counted before what they count goes: counts only.
create table year_figures (
  -- of the calendar, in Berlin
  year       integer primary key,
  figures    jsonb not null check (jsonb_typeof(figures) = 'object'),
  counted_at timestamptz not null,
  check (counted_at >= make_date(year + 1, 1, 1)::timestamp at time zone 'Europe/Berlin')
);
