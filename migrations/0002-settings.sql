-- What admins set while the club runs, in a single row.

create table club_settings (
  is_only                boolean primary key default true check (is_only),
  -- null: what the configuration says
  admission              text check (admission in ('open', 'invitation')),
  is_discreet            boolean,
  invitations_per_member integer not null default 3 check (invitations_per_member between 0 and 50)
);
insert into club_settings default values;

-- blocked words are settings, too, and have a trigger of their own
create function notify_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('club', json_build_object('kind', 'settings_changed')::text);
  return null;
end $$;
create trigger club_settings_notify after insert or update or delete on club_settings
  for each statement execute function notify_settings();
