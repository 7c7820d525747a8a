import { expect, test } from 'vitest'
import { confirmNotice, sendNotice } from '#contract/contact.ts'
import { saveFlaggers } from '#contract/moderation/cases.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { profileTarget, queue, reportTarget } from '#testing/moderation/cases.ts'
import { aNotice } from '#testing/moderation/messages.ts'

const NOW = '2026-05-04T20:00:00Z'
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')

async function openTrusting() {
  const club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const saved = await club.call(admin, saveFlaggers, { body: { domains: ['Flagger.EXAMPLE.'] } })
  expect(saved).toMatchObject({ answer: { domains: ['flagger.example'] } })
  return { club, admin, [Symbol.asyncDispose]: () => club[Symbol.asyncDispose]() }
}

const notify = async (club: Club, email: string) => {
  const notice = aNotice({ kind: 'fraud', name: 'Ida', email })
  expect(codeOf(await club.call(null, sendNotice, { body: notice }))).toBe('ok')
  club.clock.advance({ minutes: 1 })
}
const tokensIn = (mails: { text: string }[]) =>
  mails.flatMap(({ text }) => /\/melden#confirm=([\w-]+)/.exec(text)?.[1] ?? [])
const confirm = async (club: Club, token: string) =>
  codeOf(await club.call(null, confirmNotice, { body: { token } }))

test('a notice counts as a trusted flagger’s once its address has answered, and no sooner', async () => {
  await using opened = await openTrusting()
  const { club, admin } = opened
  await notify(club, 'someone@else.example')
  await notify(club, 'anything@sub.flagger.example')
  const trust = async () => (await queue(club, admin)).map(({ isTrusted }) => isTrusted)
  expect(await trust()).toEqual([false, false])

  const mails = await club.mails()
  expect(tokensIn(mails.filter(({ to }) => to === 'someone@else.example'))).toEqual([])
  const [token = '', ...more] = tokensIn(mails)
  expect(more).toEqual([])
  expect(await confirm(club, `${token.slice(1)}x`)).toBe('invalid_link')
  expect(await confirm(club, token)).toBe('ok')
  expect(await confirm(club, token)).toBe('invalid_link')
  expect(await trust()).toEqual([true, false])
})

test('an address whose domain is trusted no longer counts for no more than any', async () => {
  await using opened = await openTrusting()
  const { club, admin } = opened
  await notify(club, 'ida@flagger.example')
  const [token = ''] = tokensIn(await club.mails())
  await club.call(admin, saveFlaggers, { body: { domains: [] } })
  expect(await confirm(club, token)).toBe('ok')
  expect((await queue(club, admin)).map(({ isTrusted }) => isTrusted)).toEqual([false])
})

test('of two admins who change the list at once neither undoes what the other did', async () => {
  await using opened = await openTrusting()
  const { club, admin } = opened
  const save = async (...body: [domains: string[], before?: string[]]) => {
    const [domains, before] = body
    const saved = await club.call(admin, saveFlaggers, {
      body: { domains, ...(before && { before }) },
    })
    return saved.ok ? saved.answer.domains : saved.code
  }
  const shown = ['flagger.example']
  expect(await save([...shown, 'one.example'], shown)).toEqual(['flagger.example', 'one.example'])
  const second = ['flagger.example', 'one.example', 'two.example']
  expect(await save(['flagger.example', 'TWO.example'], shown)).toEqual(second)
  // what one took off stays off, though the other still shows it
  expect(await save(['two.example'], ['flagger.example', 'two.example'])).toEqual([
    'one.example',
    'two.example',
  ])
  expect(
    await save(['flagger.example', 'two.example'], ['flagger.example', 'two.example']),
  ).toEqual(['one.example', 'two.example'])
  // a page of before says nothing of what it showed, and replaces the list
  expect(await save(['three.example'])).toEqual(['three.example'])
})

test('a member counts as a trusted flagger’s by an address they confirmed, not by one they typed', async () => {
  await using opened = await openTrusting()
  const { club, admin } = opened
  const ben = await club.member()
  const typed = await club.member({ email: 'tom@flagger.example' })
  await club.db.run(sql`update users set email_confirmed_at = null where id = ${typed.userId}`)
  await reportTarget(club, typed, profileTarget(ben), { reason: 'scam' })
  const trust = async () => (await queue(club, admin)).map(({ isTrusted }) => isTrusted)
  expect(await trust()).toEqual([false])
  const answered = await club.member({ email: 'ida@flagger.example' })
  await reportTarget(club, answered, profileTarget(ben), { reason: 'scam' })
  expect(await trust()).toEqual([true])
})
