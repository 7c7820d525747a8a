// The statements of reasons without which the database restricts nobody.
import { randomInt, randomUUID } from 'node:crypto'
import { sql, type Sql } from '#server/platform/database.ts'

/** The statement a suspension until then needs; answers its id. */
export async function stated(
  on: Pick<Sql, 'run'>,
  userId: string,
  until: Date | string,
  facts = 'A test of patience.',
): Promise<string> {
  const id = randomUUID()
  const number = `S-2026-${String(randomInt(1_000_000)).padStart(6, '0')}`
  await on.run(sql`
    insert into statements (id, number, user_id, kind, starts_at, ends_at, facts, ground, rule,
      source, language)
    values (${id}, ${number}, ${userId}, 'suspension', '2020-01-01', ${until}, ${facts}, 'terms',
      'House rules', 'own', 'en')`)
  return id
}

/** Suspends somebody as the desk would, without a word to anybody. */
export async function suspend(
  on: Pick<Sql, 'run'>,
  userId: string,
  until: Date | string,
  reason = 'A test of patience.',
): Promise<void> {
  await stated(on, userId, until, reason)
  await on.run(sql`
    update users set suspended_until = ${until}, suspension_reason = ${reason} where id = ${userId}`)
}
