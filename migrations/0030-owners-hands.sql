-- What runs with the owner's rights finds the owner's tables: a temporary table of the same name, which
-- whoever calls could have made, comes last of all.
alter function forget_audit(timestamptz) set search_path = pg_catalog, public, pg_temp;
alter function forget_consents(timestamptz) set search_path = pg_catalog, public, pg_temp;
alter function forget_declarations(timestamptz) set search_path = pg_catalog, public, pg_temp;
alter function forget_vouchers(timestamptz) set search_path = pg_catalog, public, pg_temp;
alter function forget_tombstones(timestamptz) set search_path = pg_catalog, public, pg_temp;

-- the queue of jobs fills it; to make schemas is no longer the app's
create schema if not exists pgboss;
