// How a database that a test has used becomes as the template again, in a few milliseconds: the tests
// are thousands, and to copy a database and warm up connections to it costs more than most of them do.
import { openDatabase, sql, type Database } from '#server/platform/database.ts'

/** Longer than a reset takes; whatever still holds a lock then has been left behind by the test. */
const LOCK_MS = 2_000

/** What every table, and every table of the queue, goes back to. */
const TABLES = `
  select c.oid::regclass as name, (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
  from pg_class c
  where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and relkind in ('r', 'p') and not relispartition`

const HASH = `select md5(string_agg(t::text, '','' order by t::text)) from %1$s t`

/**
 * Prepares a migrated template for it, as a superuser: keeps its rows, and notes when a test changes
 * the structure itself, because such a database cannot be used again.
 */
export async function prepareReset(superuser: Database): Promise<void> {
  await superuser.script(`
    create schema testing;
    create table testing.structure_changes (tag text);
    do $$
    declare one record; has_rows boolean; kept text; hash text; steps text := '';
    begin
      for one in ${TABLES} loop
        execute format('select exists (select from %s)', one.name) into has_rows;
        if not has_rows then
          steps := steps || format(E'delete from %s;\n', one.name);
          continue;
        end if;
        kept := format('testing.%I', 'kept_' || one.name::oid);
        execute format('create table %s as table %s', kept, one.name);
        execute format('${HASH}', one.name) into hash;
        steps := steps || format(
          E'if (${HASH}) is distinct from %L then\n delete from %1$s;\n'
          'insert into %1$s (%3$s) overriding system value select %3$s from %4$s;\n end if;\n',
          one.name, hash, one.columns, kept);
      end loop;
      -- written out, so that a connection plans each step once
      execute format('create function testing.reset(sessions int) returns boolean language plpgsql as %L',
        E'begin\n if exists (select from testing.structure_changes)
          or current_setting(''session_replication_role'') <> ''replica''
          or (select count(*) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()) < sessions
          then return false; end if;\n'
        || steps || 'perform setval(seqrelid, seqstart, false) from pg_sequence
          where pg_sequence_last_value(seqrelid) is not null;
        return true; end');
    end $$;
    create function testing.note_change() returns event_trigger language plpgsql security definer as $$
    begin
      insert into testing.structure_changes values (tg_tag);
    end $$;
    create event trigger testing_note_change on ddl_command_end
      execute function testing.note_change();`)
}

/**
 * Opens the connection that resets a database: neither what keeps rows from being changed nor what
 * tells of a change has a say on it.
 */
export async function openReset(url: string): Promise<Database> {
  const superuser = openDatabase(url, { max: 1 })
  await superuser.script(`set session_replication_role = replica; set lock_timeout = ${LOCK_MS}`)
  return superuser
}

/**
 * Answers whether the database is as the template again; if not, it has to be dropped. With fewer sessions
 * than its next user believes to have, some were ended, which a connection learns only when it is used.
 */
export async function reset(
  superuser: Database,
  { sessions }: { sessions: number },
): Promise<boolean> {
  try {
    const row = await superuser.row<{ isDone: boolean }>(
      sql`select testing.reset(${sessions}) as is_done`,
    )
    return row!.isDone
  } catch {
    return false
  }
}
