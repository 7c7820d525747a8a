-- Mail: what was sent to members, and addresses that take nothing.

-- That a mail was sent, and what stood in its subject line: never what it said.
create table sent_mails (
  id      uuid primary key,
  user_id uuid not null references users on delete cascade,
  subject text not null,
  sent_at timestamptz not null
);
create index sent_mails_of_user on sent_mails (user_id, sent_at desc);
create index sent_mails_by_age on sent_mails (sent_at);

-- How often in a row mail servers said for good that they take nothing for an address. It is kept by the
-- address, because mail also goes to addresses without an account.
create table refused_addresses (
  email      text primary key check (char_length(email) <= 320),
  times      smallint not null check (times > 0),
  refused_at timestamptz not null
);
create index refused_addresses_by_age on refused_addresses (refused_at);

-- The member whose address it is reads of it on every screen.
create function notify_refused() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'member_changed', 'userId', u.id)::text)
  from users u where u.email = case when tg_op = 'DELETE' then old.email else new.email end;
  return null;
end $$;
create trigger refused_addresses_notify after insert or update or delete on refused_addresses
  for each row execute function notify_refused();
