-- who gives notice may show that the address they gave is theirs: only then can it count for more
alter table notices add column confirm_hash bytea;
alter table notices add column confirmed_at timestamptz;
create unique index notices_to_confirm on notices (confirm_hash) where confirm_hash is not null;
