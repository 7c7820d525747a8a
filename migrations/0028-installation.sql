-- Which club this database is of. Whoever serves it shares three things: this database, the folder of the
-- keys and the folder of the files. A server that was given another folder would make keys of its own and
-- keep files where nobody else finds them; it compares itself with this row before it does.
create table installation (
  is_only         boolean primary key default true check (is_only),
  -- names the club, and goes with it into its backups
  id              uuid not null,
  -- made of the lasting key and the id: compared, never turned back
  key_fingerprint bytea not null check (length(key_fingerprint) = 32),
  -- what stands in the file folder itself; a club that is restored has a new folder, and so another id
  files_id        uuid not null
);
