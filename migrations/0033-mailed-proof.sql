-- A code by mail is what staff without a second factor prove themselves with, before they add one.

alter table email_tokens add constraint email_tokens_purpose
  check (purpose in ('confirm', 'reset', 'recovery', 'proof')) not valid;
alter table email_tokens drop constraint email_tokens_purpose_check;
alter table email_tokens validate constraint email_tokens_purpose;

-- whoever works for the club does not wait at its door
update users set admitted_at = now()
where admitted_at is null and id in (select user_id from user_roles);
