-- Whoever chose so is told by push that somebody wrote to them at a table.

alter table seats
  -- up to where they were told by push: while that is above what they read, nothing is told again
  add column pushed_number bigint not null default 0 check (pushed_number >= 0);
alter table notice_settings
  add column pushes_messages boolean not null default false;
create index notice_settings_messages on notice_settings (user_id) where pushes_messages;
