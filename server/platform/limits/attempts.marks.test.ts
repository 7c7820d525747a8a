import { expect, test } from 'vitest'
import { logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { sendMessage } from '#contract/contact.ts'
import { joinWaitlist, confirmWaitlist } from '#contract/admission/waitlist.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'

/** Every value of bytes there is in the database, by its table and column. */
async function bytesKept({ db }: Club): Promise<Map<string, string>> {
  const columns = await db.rows<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'bytea' and t.table_type = 'BASE TABLE'`)
  const stored = new Map<string, string>()
  for (const { table, column } of columns) {
    const rows = await db.rows<{ value: Buffer }>(
      sql`select ${raw(column)} as value from ${raw(table)} where ${raw(column)} is not null`,
    )
    for (const { value } of rows)
      stored.set(Buffer.from(value).toString('hex'), `${table}.${column}`)
  }
  return stored
}

test('a thief who has only the database cannot test which addresses are in it', async () => {
  await using club = await openClub()
  await using other = await openClub()
  const email = 'tom@example.org'
  for (const one of [club, other]) {
    await one.call(null, logIn, { body: { email, password: 'a wrong one' } })
    await one.call(null, requestPasswordReset, { body: { email } })
    await one.call(null, joinWaitlist, { body: { email } })
    expect(
      await one.call(null, sendMessage, {
        body: { email, name: 'Tom', topic: 'other', text: 'Good evening.' } as never,
      }),
    ).toBeDefined()
    const [mail] = (await one.mails()).filter(({ to }) => to === email)
    const token = /\/waitlist#confirm=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
    await one.call(null, confirmWaitlist, { body: { token } })
  }
  const stored = await bytesKept(club)
  expect([...stored.values()]).toContain('attempts.identifier')
  const known = [email, '127.0.0.1', '127.0.0.0/24']
  const guesses = known.flatMap((one) => [
    one,
    ...known.flatMap((two) => ['', ' ', '\n', ':'].map((between) => one + between + two)),
  ])
  const found = guesses.filter((guess) => stored.has(secretHash(guess).toString('hex')))
  expect(found).toEqual([])
  // the same in another club is not known again there
  const elsewhere = await bytesKept(other)
  const same = [...stored].filter(([value, where]) => elsewhere.get(value) === where)
  expect(same.filter(([, where]) => /^(attempts|waitlist)/.test(where))).toEqual([])
})
