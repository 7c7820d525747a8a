-- What was said of consent three years ago is looked for every day; a few pages say where it stands.
-- stops consent_ledger: reads it once
create index consents_by_age on consent_ledger using brin (at) with (autosummarize = on);
