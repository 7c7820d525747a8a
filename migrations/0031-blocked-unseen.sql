-- null: whoever blocked could not see the other at that moment, so their name is not told either
alter table blocks alter column name drop not null;
