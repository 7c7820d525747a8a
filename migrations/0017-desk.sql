-- What is reported, what was decided about it, why, and what was answered to whoever objected.

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

-- A statement of reasons (Art. 17 DSA) is the restriction itself: posting and reporting are limited
-- by the rows that say so and by nothing else; what lies elsewhere cannot be restricted without one.
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
  is_automated boolean not null default false check (not is_automated),
  source       text not null check (source in ('report', 'notice', 'own')),
  language     text not null check (language in ('de', 'en')),
  case_id      uuid references cases on delete set null,
  decided_by   uuid references users on delete set null,
  lifted_at    timestamptz,
  lifted_by    uuid references users on delete set null,
  lift_reason  text check (char_length(lift_reason) between 1 and 2000),
  check ((kind = 'removal') = (removed_kind is not null)),
  check (kind not in ('posting_limit', 'suspension', 'reporting_limit') or ends_at is not null),
  check (kind not in ('removal', 'warning', 'reporting_warning', 'ban') or ends_at is null),
  check (ends_at is null or ends_at > starts_at),
  check ((lifted_at is null) = (lift_reason is null))
);
create index statements_of_member on statements (user_id, starts_at desc);
create index statements_of_case on statements (case_id);
create index statements_by_end on statements (coalesce(lifted_at, ends_at, starts_at));
create index statements_limiting on statements (user_id, ends_at)
  where kind = 'posting_limit' and lifted_at is null;
-- of the rest the account tells, or nobody remembers it
create trigger statements_notify after insert or update on statements
  for each row when (new.kind = 'posting_limit') execute function notify_member('user_id');

-- for whoever cannot or does not want to sign in
create table statement_links (
  token_hash   bytea primary key,
  statement_id uuid not null references statements on delete cascade,
  created_at   timestamptz not null
);
create index statement_links_of on statement_links (statement_id);

-- accounts that are suspended already are given theirs
insert into statements (id, number, user_id, kind, starts_at, ends_at, facts, ground, rule, source, language)
select gen_random_uuid(), 'S-' || to_char(now(), 'YYYY') || '-' || lpad((row_number() over ())::text, 6, '0'),
  id, 'suspension', created_at, suspended_until, left(coalesce(nullif(suspension_reason, ''), '-'), 1000),
  'terms', case language when 'de' then 'Nutzungsbedingungen' else 'Terms of use' end, 'own',
  case language when 'de' then 'de' else 'en' end
from users where suspended_until > now();

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

-- what staff removed; it goes with its statement, and what its author removed has none
alter table posts add column removal_statement_id uuid references statements on delete cascade;
alter table posts add check (removal_statement_id is null or removed_at is not null);
create index posts_removed on posts (removal_statement_id) where removal_statement_id is not null;

-- by whom a photo is, whoever reports it
create index profiles_by_photo on profiles using gin (photos);

-- what was reported, as it was at that moment; sealed with a key that is not in the database
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
  id           uuid primary key,
  -- the last one counts
  turn         bigint generated always as identity,
  case_id      uuid not null references cases on delete cascade,
  kind         text not null check (kind in
    ('no_breach', 'remove', 'warn', 'limit_posting', 'suspend', 'ban')),
  decided_at   timestamptz not null,
  decided_by   uuid references users on delete set null,
  -- nobody decides about themselves
  about_id     uuid references users on delete set null,
  facts        text,
  rule         text,
  ends_at      timestamptz,
  check (decided_by <> about_id),
  check ((kind = 'no_breach') = (facts is null))
);
create index case_decisions_of on case_decisions (case_id, turn desc);
create index case_decisions_by_time on case_decisions (decided_at);

-- what goes to the authorities (Art. 18 DSA): two people
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

-- whose notices come first among equals (Art. 22 DSA): domains of addresses
create table trusted_flaggers (domain text primary key);

-- how many used the club in a month (Art. 24 (3) DSA)
create table monthly_recipients (
  month date primary key,
  count integer not null
);

create function notify_reports() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'reports_changed')::text);
  return null;
end $$;
create trigger cases_notify after insert or delete or update on cases
  for each statement execute function notify_reports();
create trigger appeals_notify after insert or update on appeals
  for each statement execute function notify_reports();
create trigger handovers_notify after insert or update on handovers
  for each statement execute function notify_reports();

-- a notice is concluded when its case is
create function case_concludes() returns trigger language plpgsql as $$
begin
  update notices set concluded_at = new.decided_at
  where id in (select r.notice_id from reports r where r.case_id = new.id);
  return null;
end $$;
create trigger cases_conclude after update of decided_at on cases
  for each row execute function case_concludes();
