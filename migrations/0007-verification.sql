-- Verification: identity documents are asked for with consent, kept encrypted, looked at with a trace and
-- shredded by rule.

create table verification_submissions (
  id           uuid primary key,
  -- kept without its member: what was decided stays countable when the account goes
  user_id      uuid references users on delete set null,
  method       text not null default 'id_manual' check (method in ('id_manual')),
  status       text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  created_at   timestamptz not null,
  -- the text agreed to, and when
  consent      text not null,
  consented_at timestamptz not null,
  reviewer_id  uuid references users on delete set null,
  review_note  text check (char_length(review_note) between 1 and 500),
  decided_at   timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'rejected' or review_note is not null)
);
create unique index one_pending_submission on verification_submissions (user_id) where status = 'pending';
create index submissions_newest on verification_submissions (created_at desc, id desc);
create index submissions_waiting on verification_submissions (created_at, id) where status = 'pending';
create index submissions_decided on verification_submissions (decided_at) where decided_at is not null;
create index submissions_of_user on verification_submissions (user_id, created_at desc);

-- The reviewers' list is read anew.
create function notify_submission() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'submissions_changed')::text);
  return null;
end $$;
create trigger submissions_notify after insert or delete or update of status on verification_submissions
  for each statement execute function notify_submission();

-- A file is staged until it is part of a submission.
create table verification_files (
  id            uuid primary key,
  user_id       uuid not null references users on delete cascade,
  -- the id of the submission it is meant for, which its encryption is bound to before there is one
  meant_for     uuid not null,
  submission_id uuid references verification_submissions on delete cascade,
  side          text not null check (side in ('front', 'back', 'selfie')),
  path          text not null unique,
  created_at    timestamptz not null,
  unique (submission_id, side),
  check (submission_id is null or submission_id = meant_for)
);
create index verification_files_of_user on verification_files (user_id);
create unique index one_staged_file_a_side on verification_files (user_id, side) where submission_id is null;
create index verification_files_staged on verification_files (created_at) where submission_id is null;

-- Each file's key, useless without the key of its month, which is not in this database.
create table id_file_keys (
  file_id uuid primary key references verification_files on delete cascade,
  epoch   text not null check (epoch ~ '^\d{4}-\d{2}$'),
  wrapped bytea not null
);
create index id_file_keys_by_epoch on id_file_keys (epoch);

-- What was shredded, for the member's receipt.
create table shred_receipts (
  id            uuid primary key,
  user_id       uuid not null references users on delete cascade,
  submission_id uuid not null,
  sides         text[] not null check (sides <@ array['front', 'back', 'selfie']),
  rule          text not null check (rule in
    ('approved_30', 'rejected_90', 'abandoned_30', 'replaced', 'withdrawn', 'account')),
  created_at    timestamptz not null
);
create index shred_receipts_of_user on shred_receipts (user_id, created_at desc);
