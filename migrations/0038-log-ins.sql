-- How somebody came in, or was refused, at an account: for its owner alone. Where from is left out on
-- purpose, and the browser is kept as roughly as the list of sessions names it.
create table log_ins (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  at         timestamptz not null,
  how        text not null check (how in ('password', 'passkey', 'second_factor', 'proof')),
  is_refused boolean not null,
  browser    text not null check (char_length(browser) <= 20),
  system     text not null check (char_length(system) <= 20)
);
create index log_ins_of_user on log_ins (user_id, is_refused, at desc, id desc);
create index log_ins_by_age on log_ins (at);
