-- What both addresses of a change stood at in line when it was confirmed, while the way back is open.
alter table email_changes add column line_before jsonb;

-- The way back of `move_in_line`: place and refusal of either address are what they were, so that
-- nobody is left with somebody else's. A refusal spoken since is the account's, and goes along.
create function move_back_in_line(former text, later text, line_before jsonb) returns void
language plpgsql as $$
declare
  stayed text[];
begin
  perform from waitlist where email in (former, later) order by id for update;
  if line_before is null or exists (
    select declined_at from waitlist where email in (former, later) and declined_at is not null
    except select declined_at from jsonb_populate_recordset(null::waitlist, line_before)) then
    perform move_in_line(later, former);
    return;
  end if;
  -- nothing went along, so nothing comes back
  if not exists (select from jsonb_populate_recordset(null::waitlist, line_before) w
    where email = former and (confirmed_at is not null or declined_at is not null)) then return;
  end if;
  -- an address that was taken out of line since stays out of it
  stayed := array(select email from waitlist where email = later) || former;
  delete from waitlist_tokens
  where entry_id in (select id from waitlist where email in (former, later));
  delete from waitlist where email in (former, later);
  insert into waitlist (id, email, language, requested_at, words_version, requested_from,
    confirmed_at, confirmed_from, admitted_at, invitation_id, declined_at, declined_reason)
  select w.id, w.email, w.language, w.requested_at, w.words_version, w.requested_from,
    w.confirmed_at, w.confirmed_from, w.admitted_at, i.id, w.declined_at, w.declined_reason
  from jsonb_populate_recordset(null::waitlist, line_before) w
  left join invitations i on i.id = w.invitation_id
  where w.email = any (stayed);
end $$;
