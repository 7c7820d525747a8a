import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { listFaults } from './migrations.ts'

/** Those before it ran where the club stood still. */
const FIRST = 29

test('a migration runs while the version before it serves, and keeps nobody waiting', () => {
  const faults = globSync('migrations/*.sql')
    .filter((path) => Number(basename(path).slice(0, 4)) >= FIRST)
    .flatMap((path) => listFaults(readFileSync(path, 'utf8')).map((fault) => `${path}: ${fault}`))
  expect(faults).toEqual([])
})

test.each([
  ['alter table posts drop column text', 'takes away'],
  ['drop table waves', 'takes away'],
  ['alter table rooms rename column name to title', 'takes away'],
  ['alter table rooms alter column position type bigint', 'takes away'],
  ['alter table rooms add column mood text not null', 'give it a default'],
  ['create index posts_by_mood on posts (mood)', 'writing to posts'],
  ['create unique index on bell_items (user_id)', 'writing to bell_items'],
  ['alter table posts add constraint short check (length(text) < 9)', 'not valid'],
  ['alter table posts add column by uuid references users', 'not valid'],
  ['alter table users alter column email set not null', 'not valid'],
])('“%s” is found', (statement, said) => {
  expect(listFaults(`create table news (id int); ${statement};`)).toEqual([
    expect.stringContaining(said),
  ])
})

test.each([
  'create table news (id int not null references users); create index on news (id); drop table news',
  '-- works from 0.9 on: nothing reads it since 0.8\nalter table rooms drop column mood',
  "alter table rooms add column mood text not null default 'glad'",
  'alter table posts add constraint short check (length(text) < 9) not valid',
  '-- stops posts: three rows in a room at most\ncreate index on posts (mood)',
  'create index on rooms (position)',
  'create function f() returns void language plpgsql as $$ begin drop table posts; end $$',
  "comment on table posts is 'drop table posts; rename'",
])('“%s” is none', (text) => {
  expect(listFaults(text)).toEqual([])
})
