-- How often in a row mail servers said for good that they take nothing for an address: kept by the
-- address, because mail also goes to addresses without an account.
create table refused_addresses (
  email      text primary key check (char_length(email) <= 320),
  times      smallint not null check (times > 0),
  refused_at timestamptz not null
);
create index refused_addresses_by_age on refused_addresses (refused_at);

-- whose it is reads of it on every screen
create function notify_refused() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'member_changed', 'userId', u.id)::text)
  from users u where u.email = case when tg_op = 'DELETE' then old.email else new.email end;
  return null;
end $$;
create trigger refused_addresses_notify after insert or update or delete on refused_addresses
  for each row execute function notify_refused();

-- How often in a row a push service refused what it was sent for a browser.
alter table push_subscriptions add column refusals smallint not null default 0;

-- What was read where it stands is settled in the bell too.
create index bell_items_unread on bell_items (user_id, room_id) where read_at is null;
