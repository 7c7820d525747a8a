-- Against coming back, and against scams.

-- The addresses of whoever was banned, as values nobody makes without the club's key (control C-01).
create table banned_addresses (
  -- the statement of the ban, which goes sooner than this
  ban_id       uuid not null,
  address_mark bytea not null check (length(address_mark) = 32),
  banned_at    timestamptz not null,
  primary key (ban_id, address_mark)
);
create index banned_addresses_by_mark on banned_addresses (address_mark);
create index banned_addresses_by_age on banned_addresses (banned_at);

-- Those who were in contact with somebody banned for a scam are warned once a ban (control C-07).
create table scam_warnings (
  user_id uuid primary key references users on delete cascade,
  -- the statement of the ban they are warned for
  ban_id  uuid not null,
  told_at timestamptz
);
