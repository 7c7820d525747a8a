-- Who is named in a post, no longer, and again is told once: what rang stays, and the bell shows it
-- while they are named.
create function tell_bell(member uuid) returns void language sql as $$
  select pg_notify('club', json_build_object('kind', 'bell_changed', 'userId', member)::text)
$$;

create or replace function ring_mention() returns trigger language plpgsql as $$
declare
  named posts;
begin
  if exists (select from bell_items i
    where i.post_id = new.post_id and i.user_id = new.user_id and i.kind = 'mention') then
    perform tell_bell(new.user_id);
    return null;
  end if;
  select * into named from posts p where p.id = new.post_id;
  if found then perform ring_of_post('mention', new.user_id, named); end if;
  return null;
end $$;

create or replace function hush_mention() returns trigger language plpgsql as $$
begin
  if exists (select from bell_items i
    where i.post_id = old.post_id and i.user_id = old.user_id and i.kind = 'mention') then
    perform tell_bell(old.user_id);
  end if;
  return null;
end $$;
