-- What an objection adds to the figures of its year, where it goes before they are counted: nobody's.
create table appeals_gone (
  -- of its arrival, in Berlin
  year       integer not null,
  -- null where it was not answered
  is_granted boolean,
  minutes    integer check (minutes >= 0),
  check ((is_granted is null) = (minutes is null))
);

create function appeal_goes() returns trigger language plpgsql as $$
declare
  its_year integer := extract(year from old.received_at at time zone 'Europe/Berlin');
begin
  insert into appeals_gone
  select its_year, old.is_granted, round(extract(epoch from old.decided_at - old.received_at) / 60)
  where not exists (select from year_figures f where f.year = its_year);
  return null;
end $$;
create trigger appeals_gone after delete on appeals for each row execute function appeal_goes();
