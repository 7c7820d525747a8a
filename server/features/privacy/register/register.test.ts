import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { retention } from '#contract/privacy/retention.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { describeRegister, withPeriods } from '#testing/privacy/register.ts'
import { exportTranslator, worded } from '#server/text/exportWords.ts'
import { exclusions, isPersonal, purposes } from './register.shape.ts'
import { queueSchema, register, sections } from './register.ts'

/** Every column there is, by `table.column`. */
const columnsOf = (table: string): string[] => {
  const entry = register[table]!
  return isPersonal(entry) ? Object.keys(entry.columns) : [...entry.impersonal]
}
const registered = Object.keys(register).flatMap((table) =>
  columnsOf(table).map((column) => `${table}.${column}`),
)

test('every column of the database is exported, or it is said why not; none is listed that is not there', async () => {
  await using club = await openClub()
  const found = await club.db.rows<{ name: string }>(sql`
    select c.relname || '.' || a.attname as name
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`)
  expect(found.map(({ name }) => name).sort()).toEqual(registered.sort())
})

test('nothing is kept beside the tables that are listed but what the job queue keeps of its own', async () => {
  await using club = await openClub()
  const found = await club.db.rows<{ name: string }>(sql`
    select distinct table_schema as name from information_schema.tables
    where table_schema not in ('public', 'pg_catalog', 'information_schema')`)
  expect(found.map(({ name }) => name)).toEqual([queueSchema])
})

test('a column that names a person of ours is of a person', async () => {
  await using club = await openClub()
  const found = await club.db.rows<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass`)
  expect(found.length).toBeGreaterThan(20)
  for (const { table, column } of found) {
    const entry = register[table]!
    expect(isPersonal(entry) && entry.columns[column]?.is, `${table}.${column}`).toBe('excluded')
  }
})

test('nothing secret and nothing sealed is exported', () => {
  const exported = sections.flatMap(({ table, fields }) =>
    fields.map(({ column }) => `${table}.${column}`),
  )
  expect(exported.length).toBeGreaterThan(150)
  expect(exported.filter((name) => /hash|salt|sealed|wrapped|_key$|_by$|_id$/.test(name))).toEqual([
    'posts.room_id',
    'posts.icebreaker_id',
    'room_members.room_id',
    'room_reads.room_id',
    'bell_items.room_id',
    'verification_files.submission_id',
    'shred_receipts.submission_id',
    'user_consents.consent_version_id',
    'terms_mails.consent_version_id',
    'consent_log.session_id',
    'declaration_states.declaration_id',
    'subscriptions.price_id',
    'subscriptions.provider_id',
    'order_intents.price_id',
    'subscription_events.subscription_id',
    'ledger_entries.subscription_id',
    'invoices.corrects_id',
    'invoices.subscription_id',
    'refunds.subscription_id',
    'refunds.payment_id',
    'refunds.provider_id',
    'provider_drift.subscription_id',
    'looks.case_id',
    'seats.table_id',
    'table_messages.table_id',
    // opened for whom it was said to
    'table_messages.sealed',
  ])
})

test.each(['de', 'en'] as const)('there are words in %s for everything in the copy', (language) => {
  const say = exportTranslator(language)
  const keys = [
    ...sections.map(({ table }) => `sections.${table}`),
    ...sections.flatMap(({ fields }) => fields.map(({ name }) => `columns.${name}`)),
    ...purposes.flatMap((purpose) => [`purposes.${purpose}.what`, `purposes.${purpose}.basis`]),
    ...exclusions.map((why) => `leftOut.${why}`),
    ...worded.information.map((name) => `information.${name}`),
  ]
  expect(keys.filter((key) => say(key) === key || say(key) === '')).toEqual([])
  // and none for what is not
  expect(worded.sections.toSorted()).toEqual(sections.map(({ table }) => table).sort())
  expect(worded.columns.toSorted()).toEqual(
    [...new Set(sections.flatMap(({ fields }) => fields.map(({ name }) => name)))].sort(),
  )
})

test('names within a part of the copy are its own', () => {
  for (const { table, fields } of sections)
    expect(new Set(fields.map(({ name }) => name)).size, table).toBe(fields.length)
})

test('every rule the register names is one of the club, and each that removes something is named', () => {
  const named = new Set(
    Object.values(register).flatMap((entry) =>
      isPersonal(entry) ? [...entry.retentionRules] : [],
    ),
  )
  const elsewhere = ['ibanFragment', 'keyBackups']
  expect([...named, ...elsewhere].sort()).toEqual(Object.keys(retention).sort())
})

test('the page of what is kept tells the periods as the rules do', async () => {
  const page = await readFile('docs/privacy.md', 'utf8')
  await expect(withPeriods(page)).toMatchFileSnapshot('../../../../docs/privacy.md')
})

test('the record of processing for readers is the register', async () => {
  await expect(describeRegister()).toMatchFileSnapshot('../../../../docs/register.md')
})
