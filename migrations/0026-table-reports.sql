-- What is said at a table can be reported by the other of the two, and taken away; and whoever reads the
-- words that were frozen is told of, to both.

alter table evidence
  drop constraint evidence_kind_check,
  add constraint evidence_kind_check check (kind in ('post', 'profile', 'photo', 'message'));
alter table reports
  drop constraint reports_target_kind_check,
  add constraint reports_target_kind_check
    check (target_kind in ('post', 'profile', 'photo', 'message'));
-- the words of a message stand in no column: they lie sealed among what was taken away
alter table statements
  drop constraint statements_removed_kind_check,
  add constraint statements_removed_kind_check
    check (removed_kind in ('post', 'profile', 'photo', 'message')),
  add constraint statements_removed_message_check
    check (removed_kind <> 'message' or removed_text is null);
alter table taken_away
  drop constraint taken_away_kind_check,
  add constraint taken_away_kind_check check (kind in ('profile', 'photo', 'message'));

-- A reading of words of a table at the desk, once for each it is told to.
create table looks (
  id        uuid primary key,
  case_id   uuid not null references cases on delete cascade,
  user_id   uuid not null references users on delete cascade,
  looked_at timestamptz not null,
  capacity  text not null check (capacity in ('moderator', 'admin')),
  -- whom the case is about, who is told after the decision; whoever reported is told at once
  is_about  boolean not null
);
create index looks_of_member on looks (user_id, looked_at desc);
create index looks_of_case on looks (case_id);
