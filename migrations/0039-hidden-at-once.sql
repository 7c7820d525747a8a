-- Whoever hides, withdraws their consent or is there again is read anew at once wherever they stand on a screen. Of
-- their posts the rooms are told (notify_posts_of_member); this tells of what they are without having said a word: named
-- by others, the other at a table, in a bell. Nobody hears of it for whom nothing changes.
create function notify_others_of_member() returns trigger language plpgsql as $$
begin
  perform tell_club(json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct p.room_id from post_mentions n
    join posts p on p.id = n.post_id and p.removed_at is null
    join profiles a on a.id = p.user_id and a.is_shown
    where n.user_id = new.id) rooms;

  perform tell_club(json_build_object('kind', 'other_changed', 'userId', met.id)::text)
  from (
    select t.other as id from (
      select id, case when one_id = new.id then other_id else one_id end as other from tables
      where one_id = new.id or other_id = new.id) t
    left join seats s on s.table_id = t.id and s.user_id = t.other
    where t.other is not null and s.cleared_at is null
      -- who said no to somebody waiting there is not shown that they wait
      and (s.user_id is not null
        or not exists (select from table_refusals r where r.user_id = t.other and r.refused_id = new.id)
          and not exists (select from wave_declines d where d.user_id = t.other and d.waver_id = new.id))
    union
    select i.user_id from bell_items i
    where i.actor_id = new.id
      and (i.kind <> 'mention' or exists (select from post_mentions n
        where n.post_id = i.post_id and n.user_id = i.user_id))
      and not (i.kind in ('wave', 'mutual_wave', 'table_asked') and exists (select from wave_declines d
        where d.user_id = i.user_id and d.waver_id = new.id))
      -- what became of the post says nothing of who waved back, nor of who sits at a table
      and (i.kind in ('mutual_wave', 'table_asked', 'table_open')
        or exists (select from posts p
            join rooms r on r.id = p.room_id and r.is_active
            join room_members m on m.room_id = r.id and m.user_id = i.user_id and m.dormant_at is null
            where p.id = i.post_id and p.removed_at is null)
          and not exists (select from hidden_posts h where h.user_id = i.user_id and h.post_id = i.post_id))) met
  where not exists (select from blocks b where (b.blocker_id = new.id and b.blocked_id = met.id)
    or (b.blocker_id = met.id and b.blocked_id = new.id));
  return null;
end $$;
create trigger profiles_notify_others after update of content_consent_at, is_hidden on profiles
  for each row when (new.suspended_until is null and (old.is_hidden <> new.is_hidden or old.is_shown <> new.is_shown))
  execute function notify_others_of_member();

-- Posts of whoever is shown to nobody go unheard: hidden, as before, and also suspended or without consent. Somebody
-- who is shown again at that moment is waited for, or waits: else a post would stay remembered that has just gone.
create or replace function notify_posts() returns trigger language plpgsql as $$
begin
  perform from profiles p where p.id in (select user_id from changed) and not p.is_shown order by p.id for share;
  perform tell_club(json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct room_id from changed c
    where not exists (select from profiles p where p.id = c.user_id and not p.is_shown)) rooms;
  return null;
end $$;

create or replace function notify_posts_updated() returns trigger language plpgsql as $$
begin
  perform from profiles p where not p.is_shown and p.id in (
    select c.user_id from changed c join became b using (id)
    where to_jsonb(c) - 'reply_to' is distinct from to_jsonb(b) - 'reply_to') order by p.id for share;
  perform tell_club(json_build_object('kind', 'posts_changed', 'roomId', room_id)::text)
  from (select distinct c.room_id from changed c join became b using (id)
    where to_jsonb(c) - 'reply_to' is distinct from to_jsonb(b) - 'reply_to'
      and not exists (select from profiles p where p.id = c.user_id and not p.is_shown)) rooms;
  return null;
end $$;
