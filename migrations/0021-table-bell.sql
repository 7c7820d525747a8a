-- The bell also says that somebody sits at a table and waits, and that both sit there by now.

alter table bell_items
  drop constraint bell_items_kind_check,
  drop constraint bell_items_check2,
  add constraint bell_items_kind_check check (kind in
    ('reply', 'wave', 'mutual_wave', 'mention', 'decision', 'table_asked', 'table_open')),
  add constraint bell_items_place_check check
    (kind in ('mutual_wave', 'decision', 'table_asked', 'table_open')
      or (post_id is not null and room_id is not null));
create unique index bell_item_table on bell_items (user_id, actor_id, kind)
  where kind in ('table_asked', 'table_open');

-- With the table goes what the bell said of it, however it ends.
create function hush_table() returns trigger language plpgsql as $$
begin
  delete from bell_items i where i.kind in ('table_asked', 'table_open')
    and ((i.user_id = old.one_id and i.actor_id = old.other_id)
      or (i.user_id = old.other_id and i.actor_id = old.one_id));
  return null;
end $$;
create trigger tables_hush after delete on tables for each row execute function hush_table();
create trigger tables_hush_ended after update of ended_at on tables
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function hush_table();
