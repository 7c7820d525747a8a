-- Days that a suspension took by mistake are paid back beside what is owed otherwise: a withdrawal later returns no less.
alter table refunds add column is_for_lost_days boolean not null default false;
