-- Whoever asked to be deleted and is then found a minor goes sooner. Their own wish is kept beside it: when the
-- finding is lifted, it holds as before.
alter table account_deletions
  -- when they go by their own wish, while another reason has taken its place
  add column own_purge_at timestamptz,
  -- and by which they take that wish back
  add column own_undo_hash bytea;

create or replace function age_is_clear() returns trigger language plpgsql as $$
begin
  if new.kind = 'suspension' then
    update age_checks set outcome = 'adult', decided_at = new.lifted_at
    where statement_id = new.id and decided_at is null;
  else
    update statements s set lifted_at = new.lifted_at, lifted_by = new.lifted_by,
      lift_reason = new.lift_reason
    from age_checks g where g.statement_id = s.id and g.case_id = new.case_id
      and g.outcome = 'minor' and s.lifted_at is null;
    update account_deletions d set reason = 'asked', purge_at = d.own_purge_at,
      undo_hash = d.own_undo_hash, own_purge_at = null, own_undo_hash = null
    from age_checks g
    where d.user_id = new.user_id and d.reason = 'under_age' and d.own_purge_at is not null
      and g.user_id = d.user_id and g.case_id = new.case_id and g.outcome = 'minor';
    delete from account_deletions d using age_checks g
    where d.user_id = new.user_id and d.reason = 'under_age' and g.user_id = d.user_id
      and g.case_id = new.case_id and g.outcome = 'minor';
    update age_checks set outcome = 'adult', decided_at = new.lifted_at
    where user_id = new.user_id and case_id = new.case_id and outcome = 'minor';
  end if;
  return null;
end $$;
