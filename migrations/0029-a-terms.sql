-- What the terms say of whom the club declined to let in.
insert into consent_versions (id, document, version, created_at)
values ('7b0f1f0e-6d0c-4c53-9d0b-0a4f3f2f2200', 'terms', '2.2.0', '2026-11-24T00:00:00Z');
