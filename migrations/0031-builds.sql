-- What a build of the web app is made of, for browsers that still have its page open: the last three builds are
-- kept here, where every process of the club finds them. Each file goes out only with its mark, made by the club's
-- lasting key, so that whoever can write to the database alone puts no script before anybody.
create table build_files (
  build   text not null,
  path    text not null,
  content bytea not null,
  mark    bytea not null,
  kept_at timestamptz not null,
  primary key (build, path)
);
