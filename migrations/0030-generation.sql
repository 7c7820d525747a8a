-- One life of the database, from its start or its making on. After a failover, a restart or a restore it is
-- another one, and what a server process or a browser remembers of the one before may never have happened here.
-- Null on a standby, which is nobody's database yet. That tables were rewritten for another reason reads the same;
-- then memory begins anew once more than it had to.
create function generation() returns text language sql stable set search_path = pg_catalog, public as $$
  select to_hex(hashtextextended(concat_ws(' ',
    extract(epoch from pg_postmaster_start_time()),
    (select oid from pg_database where datname = current_database()),
    'public.posts'::regclass::oid, pg_relation_filenode('public.posts')), 0))
  where not pg_is_in_recovery()
$$;

-- Each notice says of which one it is; whoever hears it compares.
create function of_generation(notice text) returns text language sql stable set search_path = pg_catalog, public as $$
  select coalesce(left(notice, -1) || ',"generation":"' || generation() || '"}', notice)
$$;

create function tell_club(notice text) returns void language sql set search_path = pg_catalog, public as $$
  select pg_notify('club', of_generation(notice))
$$;

-- All that tells of a change tells it so from now on.
do $$
declare one text;
begin
  for one in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and proname <> 'tell_club'
      and prosrc like '%pg_notify(''club'', %'
  loop
    execute replace(one, 'pg_notify(''club'', ', 'tell_club(');
  end loop;
end $$;
