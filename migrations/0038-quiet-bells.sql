-- What somebody does who is not there for a member rings for nobody: a bell that is counted anew without another
-- number would say that they are there.
create function is_heard(actor uuid, member uuid) returns boolean language sql stable as $$
  select actor is null or (exists (select from profiles p where p.id = actor and p.is_shown)
    and not exists (select from blocks b where (b.blocker_id = member and b.blocked_id = actor)
      or (b.blocker_id = actor and b.blocked_id = member)))
$$;

create or replace function notify_bell() returns trigger language plpgsql as $$
declare
  item bell_items;
begin
  if tg_op = 'DELETE' then item := old; else item := new; end if;
  if is_heard(item.actor_id, item.user_id) then
    -- the same one twice in a transaction is sent once
    perform tell_club(json_build_object('kind', 'bell_changed', 'userId', item.user_id)::text);
  end if;
  return null;
end $$;

-- The bell changes also where none of its items does: what an item may show follows the mentions. The function that
-- knows no author may be under way still, and nobody else calls it.
create function tell_bell(member uuid, actor uuid) returns void language sql as $$
  select tell_club(json_build_object('kind', 'bell_changed', 'userId', member)::text)
  where is_heard(actor, member)
$$;

create or replace function ring_mention() returns trigger language plpgsql as $$
declare
  author uuid;
  named posts;
begin
  select i.actor_id into author from bell_items i
  where i.post_id = new.post_id and i.user_id = new.user_id and i.kind = 'mention';
  if found then
    perform tell_bell(new.user_id, author);
    return null;
  end if;
  select * into named from posts p where p.id = new.post_id;
  if found then perform ring_of_post('mention', new.user_id, named); end if;
  return null;
end $$;

create or replace function hush_mention() returns trigger language plpgsql as $$
declare
  author uuid;
begin
  select i.actor_id into author from bell_items i
  where i.post_id = old.post_id and i.user_id = old.user_id and i.kind = 'mention';
  if found then perform tell_bell(old.user_id, author); end if;
  return null;
end $$;
