-- The public key a browser subscribed for: under another one its push service takes no message. Null: the one of
-- before this was noted, which is written down when that key turns.
alter table push_subscriptions add column push_key bytea check (octet_length(push_key) = 65);
