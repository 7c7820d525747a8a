-- Whoever waits in line keeps their place when their address changes, and a refusal holds: what is
-- known of the former address goes along. Where both are known the earlier place counts, and a
-- refusal of either. Codes and links stay with the address they were mailed to.
create function move_in_line(former text, later text) returns void language plpgsql as $$
declare
  entry waitlist;
  refusal waitlist;
  place waitlist;
begin
  perform from waitlist where email in (former, later) order by id for update;
  select * into entry from waitlist where email = former;
  -- nobody has shown yet that they want in
  if entry.confirmed_at is null and entry.declined_at is null then return; end if;
  -- one that stands before one that was followed by a new place, the newest of several
  select * into refusal from waitlist w
  where email in (former, later) and declined_at is not null
  order by is_declined(w) desc, declined_at desc limit 1;
  -- the earliest that leaves it as it is: standing, or followed by this place
  select * into place from waitlist
  where email in (former, later) and confirmed_at is not null and (refusal.id is null
    or (confirmed_at <= refusal.declined_at) = is_declined(refusal))
  order by confirmed_at limit 1;
  delete from waitlist where email = later;
  delete from waitlist_tokens where entry_id = entry.id;
  update waitlist set email = later,
    confirmed_at = place.confirmed_at, confirmed_from = place.confirmed_from,
    declined_at = refusal.declined_at, declined_reason = refusal.declined_reason,
    admitted_at = null, invitation_id = null
  where id = entry.id;
end $$;
