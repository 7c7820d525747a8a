-- "Rather not": whoever is asked to a table and does not want to sit there now. For as long as somebody may
-- wait they do not hear of this one again, who goes on waiting and notices nothing.
create table table_refusals (
  user_id    uuid not null references users on delete cascade,
  refused_id uuid not null references users on delete cascade,
  declined_at timestamptz not null,
  primary key (user_id, refused_id)
);
create index table_refusals_of_refused on table_refusals (refused_id);
create index table_refusals_old on table_refusals (declined_at);
-- their own other tabs alone
create trigger table_refusals_notify after insert or update or delete on table_refusals
  for each row execute function notify_member('user_id');
