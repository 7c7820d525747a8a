-- Files may lie in a folder or in a bucket. Where they lie is on record, so that they can be moved while the
-- club runs and no server looks elsewhere.
alter table installation
  add column files_place text not null default 'folder' check (files_place in ('folder', 's3')),
  -- the place from which files are still being moved, and where there may be some yet
  add column files_left_id uuid;

-- Photos are sealed wherever they lie, with a key of their own that is sealed with the lasting one.
alter table installation add column photo_key bytea;

-- What has to go from wherever files lie: written in the transaction that drops the last row that knew of it, and
-- there until the store has said that it is gone.
create table file_deletions (
  id        bigint generated always as identity primary key,
  store     text not null check (store in ('profile-photos', 'id-uploads', 'exports')),
  key       text not null,
  -- all whose keys begin with it
  is_folder boolean not null,
  asked_at  timestamptz not null
);
create index file_deletions_key on file_deletions (store, key);
