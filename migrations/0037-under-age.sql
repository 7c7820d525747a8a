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

-- whoever lifts the suspension, in answer to an objection too, has decided; and with the ban of a
-- minor all is lifted that led to it and follows from it
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

-- a program suspends on such a report, and says so; a person decides within the hour
alter table statements drop constraint statements_is_automated_check;
alter table statements add constraint statements_is_automated_check
  check (not is_automated or kind = 'suspension');
alter table case_decisions drop constraint case_decisions_kind_check;
alter table case_decisions add constraint case_decisions_kind_check check (kind in
  ('no_breach', 'remove', 'warn', 'limit_posting', 'suspend', 'ban', 'minor'));
alter table account_deletions drop constraint account_deletions_reason_check;
alter table account_deletions add constraint account_deletions_reason_check
  check (reason in ('asked', 'inactive', 'under_age'));

-- what the terms say of it
insert into consent_versions (id, document, version, created_at)
values ('7b0f1f0e-6d0c-4c53-9d0b-0a4f3f2f2300', 'terms', '2.3.0', '2026-11-26T00:00:00Z');
