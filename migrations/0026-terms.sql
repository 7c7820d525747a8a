-- What the terms say of programs that hold posts back, of reports, and of what stays.
insert into consent_versions (id, document, version, created_at)
values ('7b0f1f0e-6d0c-4c53-9d0b-0a4f3f2f2100', 'terms', '2.1.0', '2026-11-23T00:00:00Z');
