-- Moderation: what is reported, what is decided about it, why, and what is answered to whoever objects.

create table cases (
  id         uuid primary key,
  number     text not null unique check (number ~ '^C-\d{4}-\d{6}$'),
  -- whom it is about; null while a notice's member is not found yet, or the account is gone
  user_id    uuid references users on delete set null,
  -- in hours: what is reported first decides, what is worse makes it sooner
  urgency    smallint not null check (urgency in (1, 4, 72)),
  is_trusted boolean not null default false,
  opened_at  timestamptz not null,
  due_at     timestamptz not null,
  alerted_at timestamptz,
  decided_at timestamptz
);
-- however many report somebody: one case
create unique index case_open_of_member on cases (user_id) where decided_at is null and user_id is not null;
create index cases_open on cases (urgency, is_trusted desc, opened_at, id) where decided_at is null;
create index cases_decided on cases (decided_at desc, id desc) where decided_at is not null;
create index cases_of_member on cases (user_id);

-- The desk's lists are read anew.
create function notify_reports() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'reports_changed')::text);
  return null;
end $$;
create trigger cases_notify after insert or delete or update on cases
  for each statement execute function notify_reports();

-- A notice is concluded when its case is.
create function case_concludes() returns trigger language plpgsql as $$
begin
  update notices set concluded_at = new.decided_at
  where id in (select r.notice_id from reports r where r.case_id = new.id);
  return null;
end $$;
create trigger cases_conclude after update of decided_at on cases
  for each row execute function case_concludes();

-- A statement of reasons (Art. 17 DSA) is the restriction itself: posting and reporting are limited by the
-- rows that say so and by nothing else; what lies elsewhere cannot be restricted without one.
create table statements (
  id           uuid primary key,
  number       text not null unique check (number ~ '^S-\d{4}-\d{6}$'),
  user_id      uuid references users on delete set null,
  kind         text not null check (kind in ('removal', 'warning', 'posting_limit', 'suspension',
    'ban', 'reporting_warning', 'reporting_limit')),
  removed_kind text check (removed_kind in ('post', 'profile', 'photo')),
  removed_text text,
  starts_at    timestamptz not null,
  ends_at      timestamptz,
  facts        text not null check (char_length(facts) between 1 and 1000),
  ground       text not null check (ground in ('terms', 'law')),
  rule         text not null check (char_length(rule) between 1 and 200),
  -- a program suspends whoever is reported as a minor, and says so; a person decides within the hour
  is_automated boolean not null default false,
  source       text not null check (source in ('report', 'notice', 'own')),
  language     text not null check (language in ('de', 'en')),
  case_id      uuid references cases on delete set null,
  decided_by   uuid references users on delete set null,
  lifted_at    timestamptz,
  lifted_by    uuid references users on delete set null,
  lift_reason  text check (char_length(lift_reason) between 1 and 2000),
  -- what came back when a removal was lifted
  restored     text check (restored in ('whole', 'part', 'no_room', 'not_kept')),
  check ((kind = 'removal') = (removed_kind is not null)),
  check (kind not in ('posting_limit', 'suspension', 'reporting_limit') or ends_at is not null),
  check (kind not in ('removal', 'warning', 'reporting_warning', 'ban') or ends_at is null),
  check (ends_at is null or ends_at > starts_at),
  check ((lifted_at is null) = (lift_reason is null)),
  check (restored is null or (kind = 'removal' and lifted_at is not null)),
  constraint statements_is_automated_check check (not is_automated or kind = 'suspension')
);
create index statements_of_member on statements (user_id, starts_at desc);
create index statements_of_case on statements (case_id);
create index statements_by_end on statements (coalesce(lifted_at, ends_at, starts_at));
create index statements_limiting on statements (user_id, ends_at)
  where kind = 'posting_limit' and lifted_at is null;
-- other kinds change the account, which sends the event, or are kept in nobody's memory
create trigger statements_notify after insert or update on statements
  for each row when (new.kind = 'posting_limit') execute function notify_member('user_id');

-- Nobody is suspended without a statement of reasons that lasts as long.
create function suspension_needs_statement() returns trigger language plpgsql as $$
begin
  if new.suspended_until is not null and not exists (
    select from statements s where s.user_id = new.id and s.kind in ('suspension', 'ban')
      and s.lifted_at is null and (s.ends_at is null or s.ends_at >= new.suspended_until)) then
    raise exception 'a suspension needs a statement of reasons' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger suspension_stated before insert or update of suspended_until on users
  for each row execute function suspension_needs_statement();

-- Staff take away nothing without a statement. The trigger's argument names the column that holds the
-- statement's id; a row without a kind is a post.
create function removal_needs_statement() returns trigger language plpgsql as $$
declare
  row jsonb := to_jsonb(new);
begin
  if not exists (
    select from statements s where s.id = (row ->> tg_argv[0])::uuid and s.user_id = new.user_id
      and s.kind = 'removal' and s.removed_kind = coalesce(row ->> 'kind', 'post')
      and s.lifted_at is null) then
    raise exception 'a removal needs a statement of reasons' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A statement that is lifted takes nothing away any longer. This is asked at the end of the transaction,
-- because the statement and what it took away change one after the other.
create function lifted_removes_nothing() returns trigger language plpgsql as $$
begin
  if exists (select from posts p where p.removal_statement_id = new.id) then
    raise exception 'what a lifted statement removed is back' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger lifted_whole after insert or update of lifted_at on statements
  deferrable initially deferred
  for each row when (new.lifted_at is not null and new.removed_kind = 'post')
  execute function lifted_removes_nothing();

-- Links to a statement, for whoever cannot or does not want to log in.
create table statement_links (
  token_hash   bytea primary key,
  statement_id uuid not null references statements on delete cascade,
  created_at   timestamptz not null
);
create index statement_links_of on statement_links (statement_id);

-- What was reported, as it was at that moment; sealed with a key that is not in the database.
create table evidence (
  id           uuid primary key,
  case_id      uuid not null references cases on delete cascade,
  kind         text not null check (kind in ('post', 'profile', 'photo')),
  -- the post or the photo; of a profile the case says whose
  source_id    uuid,
  frozen_at    timestamptz not null,
  -- the same content is kept once
  content_hash bytea not null,
  sealed       bytea not null,
  sealed_photo bytea,
  unique (case_id, content_hash),
  check ((kind = 'profile') = (source_id is null))
);

create table reports (
  id           uuid primary key,
  number       text not null unique check (number ~ '^[RM]-\d{4}-\d{6}$'),
  case_id      uuid not null references cases on delete cascade,
  reporter_id  uuid references users on delete set null,
  notice_id    uuid unique references notices on delete cascade,
  evidence_id  uuid references evidence on delete set null,
  target_kind  text check (target_kind in ('post', 'profile', 'photo')),
  reason       text not null,
  details      text check (char_length(details) between 1 and 500),
  explanation  text check (char_length(explanation) between 1 and 2000),
  received_at  timestamptz not null,
  is_trusted   boolean not null default false,
  -- when a decider called it manifestly unfounded (Art. 23 (2) DSA)
  unfounded_at timestamptz,
  check (notice_id is not null or target_kind is not null)
);
create index reports_of_case on reports (case_id, received_at desc);
create index reports_of_member on reports (reporter_id, received_at desc, id desc);
create index reports_by_arrival on reports (received_at);

create table case_decisions (
  id         uuid primary key,
  -- the last one counts
  turn       bigint generated always as identity,
  case_id    uuid not null references cases on delete cascade,
  kind       text not null check (kind in
    ('no_breach', 'remove', 'warn', 'limit_posting', 'suspend', 'ban', 'minor')),
  decided_at timestamptz not null,
  decided_by uuid references users on delete set null,
  -- nobody decides about themselves
  about_id   uuid references users on delete set null,
  facts      text,
  rule       text,
  ends_at    timestamptz,
  check (decided_by <> about_id),
  check ((kind = 'no_breach') = (facts is null))
);
create index case_decisions_of on case_decisions (case_id, turn desc);
create index case_decisions_by_time on case_decisions (decided_at);

-- What goes to the authorities (Art. 18 DSA) takes two people.
create table handovers (
  id           uuid primary key,
  case_id      uuid not null references cases on delete cascade,
  facts        text not null check (char_length(facts) between 1 and 1000),
  proposed_by  uuid references users on delete set null,
  proposed_at  timestamptz not null,
  answered_by  uuid references users on delete set null,
  answered_at  timestamptz,
  is_confirmed boolean,
  check (answered_by <> proposed_by),
  check ((answered_at is null) = (is_confirmed is null))
);
create index handovers_of on handovers (case_id, proposed_at desc);
create unique index handover_waiting on handovers (case_id) where answered_at is null;
create trigger handovers_notify after insert or update on handovers
  for each statement execute function notify_reports();

create table appeals (
  id           uuid primary key,
  statement_id uuid unique references statements on delete cascade,
  report_id    uuid unique references reports on delete cascade,
  user_id      uuid references users on delete set null,
  -- whoever decided first does not answer
  decider_id   uuid references users on delete set null,
  text         text not null check (char_length(text) between 1 and 2000),
  received_at  timestamptz not null,
  due_at       timestamptz not null,
  alerted_at   timestamptz,
  decided_at   timestamptz,
  answered_by  uuid references users on delete set null,
  is_granted   boolean,
  answer       text check (char_length(answer) between 1 and 2000),
  check (num_nonnulls(statement_id, report_id) = 1),
  check (answered_by <> decider_id),
  check (answered_by <> user_id),
  check ((decided_at is null) = (is_granted is null) and (decided_at is null) = (answer is null))
);
create index appeals_open on appeals (due_at, id) where decided_at is null;
create index appeals_decided on appeals (decided_at desc, id desc) where decided_at is not null;
create index appeals_by_arrival on appeals (received_at);
create trigger appeals_notify after insert or update on appeals
  for each statement execute function notify_reports();

-- What an appeal adds to the figures of its year, where it goes before they are counted; it names nobody.
create table appeals_gone (
  -- of its arrival, in Berlin
  year       integer not null,
  -- null where it was not answered
  is_granted boolean,
  minutes    integer check (minutes >= 0),
  check ((is_granted is null) = (minutes is null))
);

-- Where the year was counted already, nothing is added.
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

-- The figures of each year that is over, counted before what they count is deleted; counts only.
create table year_figures (
  -- of the calendar, in Berlin
  year       integer primary key,
  figures    jsonb not null check (jsonb_typeof(figures) = 'object'),
  counted_at timestamptz not null,
  check (counted_at >= make_date(year + 1, 1, 1)::timestamp at time zone 'Europe/Berlin')
);

-- How many used the club in a month (Art. 24 (3) DSA).
create table monthly_recipients (
  month date primary key,
  count integer not null
);

-- Domains of addresses whose notices come first among equals (Art. 22 DSA).
create table trusted_flaggers (domain text primary key);

-- Whoever may be a minor is suspended at once, until a person has decided how old they are.
create table age_checks (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  case_id      uuid references cases on delete set null,
  -- the suspension meanwhile
  statement_id uuid not null references statements on delete cascade,
  opened_at    timestamptz not null,
  -- until when proof of age is asked for
  proof_due_at timestamptz not null,
  -- when a person found that it may well be, and that it waits for the proof
  upheld_at    timestamptz,
  outcome      text check (outcome in ('adult', 'minor')),
  decided_at   timestamptz,
  check ((outcome is null) = (decided_at is null))
);
create unique index age_check_open on age_checks (user_id) where decided_at is null;
create index age_checks_of_case on age_checks (case_id);
create index age_checks_of_statement on age_checks (statement_id);
create trigger age_checks_notify after insert or update on age_checks
  for each row execute function notify_member('user_id');

-- Whoever lifts the suspension, in answer to an appeal too, has decided that its member is an adult. Whoever
-- lifts the ban of a minor lifts all that led to it and follows from it.
create function age_is_clear() returns trigger language plpgsql as $$
begin
  if new.kind = 'suspension' then
    update age_checks set outcome = 'adult', decided_at = new.lifted_at
    where statement_id = new.id and decided_at is null;
  else
    update statements s set lifted_at = new.lifted_at, lifted_by = new.lifted_by,
      lift_reason = new.lift_reason
    from age_checks g where g.statement_id = s.id and g.case_id = new.case_id
      and g.outcome = 'minor' and s.lifted_at is null;
    delete from account_deletions d using age_checks g
    where d.user_id = new.user_id and d.reason = 'under_age' and g.user_id = d.user_id
      and g.case_id = new.case_id and g.outcome = 'minor';
    update age_checks set outcome = 'adult', decided_at = new.lifted_at
    where user_id = new.user_id and case_id = new.case_id and outcome = 'minor';
  end if;
  return null;
end $$;
create trigger statements_clear_age after update of lifted_at on statements
  for each row when (new.lifted_at is not null and new.kind in ('suspension', 'ban'))
  execute function age_is_clear();

-- Those who were in contact with somebody banned for a scam are warned once a ban (control C-07).
create table scam_warnings (
  user_id uuid primary key references users on delete cascade,
  -- the statement of the ban they are warned for
  ban_id  uuid not null,
  told_at timestamptz
);
