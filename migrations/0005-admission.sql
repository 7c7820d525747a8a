-- Admission: invitations, and the waitlist that leads to them.

create table invitations (
  id         uuid primary key,
  -- null until the mail that carries the code is written
  code_hash  bytea unique,
  -- the one address it is good for, if it is bound
  email      text check (char_length(email) between 3 and 255),
  -- null: given by the club itself
  inviter_id uuid references users on delete cascade,
  note       text check (char_length(note) between 1 and 500),
  max_uses   integer not null default 1 check (max_uses between 1 and 500),
  uses       integer not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index invitations_newest on invitations (created_at desc, id desc);
create index invitations_of_inviter on invitations (inviter_id, created_at desc) where inviter_id is not null;

-- Who came by which invitation: the tree of the club.
create table invitation_uses (
  user_id       uuid primary key references users on delete cascade,
  invitation_id uuid not null references invitations on delete cascade,
  -- whether whoever invited them may know that they came
  is_shown      boolean not null default false,
  created_at    timestamptz not null
);
create index uses_of_invitation on invitation_uses (invitation_id);

create table waitlist (
  id              uuid primary key,
  -- lower case, NFC; one place per address, whether or not there is an account too
  email           text not null unique check (char_length(email) between 3 and 255),
  language        text check (language in ('mul', 'de', 'en')),
  -- when the address was last asked for, and by which version of the words; null: never, but declined
  requested_at    timestamptz,
  words_version   text,
  -- where from, hashed: forgotten sooner than the rest
  requested_from  bytea,
  -- in line from here on: its owner followed the mailed link
  confirmed_at    timestamptz,
  confirmed_from  bytea,
  -- out of line: a code that is bound to the address was mailed
  admitted_at     timestamptz,
  invitation_id   uuid references invitations on delete set null,
  -- out of line, unless it was confirmed once more since
  declined_at     timestamptz,
  declined_reason text check (char_length(declined_reason) between 1 and 500),
  check (requested_at is not null or declined_at is not null),
  check ((requested_at is null) = (words_version is null)),
  check ((declined_at is null) = (declined_reason is null))
);
create index waitlist_by_place on waitlist (confirmed_at, id) where confirmed_at is not null;

-- A refusal holds until the address is confirmed once more.
create function is_declined(entry waitlist) returns boolean language sql immutable as $$
  select coalesce(entry.declined_at >= coalesce(entry.confirmed_at, '-infinity'), false)
$$;

-- An account takes its address out of line when it goes. One that was never shown to belong to the address
-- takes along only what was written for the account itself.
create function leave_line() returns trigger language plpgsql as $$
begin
  delete from waitlist
  where email = old.email and (old.email_confirmed_at is not null or requested_at is null);
  return null;
end $$;
create trigger users_leave_line after delete on users
  for each row execute function leave_line();

-- Whoever waits in line keeps their place when their address changes, and a refusal holds: what is known of
-- the former address goes along. Where both addresses are known, the earlier place counts, and a refusal of
-- either. Codes and links stay with the address they were mailed to.
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

-- The way back of move_in_line: place and refusal of either address become what they were, so that nobody is
-- left with somebody else's. A refusal spoken since belongs to the account and goes along.
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

-- Secrets of mailed links, hashed.
create table waitlist_tokens (
  token_hash bytea primary key,
  -- null: used to leave; the link stays known, so that following it again is no mistake
  entry_id   uuid references waitlist on delete set null,
  purpose    text not null check (purpose in ('confirm', 'leave')),
  used_at    timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index tokens_of_entry on waitlist_tokens (entry_id) where entry_id is not null;
create index waitlist_tokens_by_expiry on waitlist_tokens (expires_at);

-- How long people waited; of nobody in particular.
create table waits (
  admitted_at timestamptz not null,
  waited      interval not null
);
create index waits_newest on waits (admitted_at);
