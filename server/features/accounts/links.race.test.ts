import { expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { openRecovery } from '#contract/accounts/recovery.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

test('a link opened while its account moves waits for it, holding nothing it waits for itself', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const mia = await club.member()
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  const token = /reset-password#token=([\w-]+)/.exec((await club.mails()).at(-1)!.text)![1]!
  let opening: Promise<unknown> | undefined
  await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
    opening = club.call(null, openRecovery, { body: { token } })
    await untilSomebodyWaits(club)
    // as confirming another address does
    await tx.run(sql`delete from email_tokens where user_id = ${mia.userId}`)
  })
  expect(await opening!).toMatchObject({ code: 'invalid_link' })
})

test('no link goes to an address that its account leaves at this moment', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const mia = await club.member()
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  let mailing: ReturnType<typeof club.mails> | undefined
  await club.db.transaction(async (tx) => {
    // as confirming another address does
    await tx.run(sql`update users set email = 'mia.new@example.org' where id = ${mia.userId}`)
    mailing = club.mails()
    await untilSomebodyWaits(club)
  })
  expect(await mailing!).toEqual([])
  expect(await club.db.rows(sql`select purpose from email_tokens`)).toEqual([])
})
