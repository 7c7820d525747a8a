import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { getPace } from '#contract/content-rules/contentRules.ts'
import { saveProfile } from '#contract/members/profiles.ts'
import { signUp } from '#contract/admission/signup.ts'
import { sql } from '#server/platform/database/database.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-01T20:00:00Z'
const WEEK = { days: 7, seconds: 1 }
const CALL_ME = 'Ruf mich an: 0176 12345678'

const open = () => openLounge({ now: NOW })
type Lounge = Awaited<ReturnType<typeof open>>

/** Verified, and in the club for long. */
async function regular({ club, guest }: Lounge) {
  const member = await guest({ verificationStatus: 'verified' })
  await club.db.run(sql`
    update users set admitted_at = admitted_at - interval '8 days' where id = ${member.userId}`)
  return member
}
const slow = ({ club }: Lounge, seconds: number) =>
  club.db.run(sql`update rooms set slow_seconds = ${seconds} where slug = 'lounge'`)

test('newcomers leave no way to reach them, and read where it stands; others may', async () => {
  await using salon = await open()
  const mia = await salon.guest({ verificationStatus: 'verified' })
  expect(await salon.post(mia, { text: CALL_ME })).toMatchObject({
    status: 422,
    body: { code: 'contact_data', found: { kind: 'phone', from: 13, to: 26 } },
  })
  expect(await salon.post(mia, { text: 'Treffen in der Hafenstraße 7 um 20:30' })).toMatchObject({
    ok: true,
  })
  expect(await salon.post(await regular(salon), { text: CALL_ME })).toMatchObject({ ok: true })
  salon.club.clock.advance(WEEK)
  expect(await salon.post(mia, { text: CALL_ME })).toMatchObject({ ok: true })
})

test('a member who is not verified stays a newcomer; staff never are', async () => {
  await using salon = await open()
  const [mia, nora] = [await salon.guest(), await salon.guest({ isModerator: true })]
  const isNewcomer = async (as: typeof mia) => {
    const { answer } = (await salon.club.call(as, getSession, {})) as {
      answer: { session: object }
    }
    return answer.session
  }
  salon.club.clock.advance(WEEK)
  expect(await isNewcomer(mia)).toMatchObject({ isNewcomer: true })
  expect(await salon.post(mia, { text: 'www.example.org' })).toMatchObject({ code: 'contact_data' })
  expect(await isNewcomer(nora)).toMatchObject({ isNewcomer: false })
  expect(await salon.post(nora, { text: 'www.example.org' })).toMatchObject({ ok: true })
})

test('a frauds’ script comes to an end with its first attempt to lead away', async () => {
  await using salon = await open()
  const script = [
    'Hallo ihr Lieben, ich bin neu hier',
    'Schreib mir lieber auf WhatsApp, hier bin ich selten',
    'Ich verdiene mein Geld mit Krypto-Handel',
  ]
  const mia = await salon.guest()
  const sent = []
  for (const text of script) sent.push(await salon.post(mia, { text }))
  expect(sent.map((one) => one.ok || one.code)).toEqual([true, 'contact_data', 'contact_data'])
})

test('60 posts an hour for newcomers, also when they come at once; one more waits', async () => {
  await using salon = await open()
  const { club, post, room, numbersIn } = salon
  const second = await club.secondServer()
  const mia = await salon.guest()
  for (let minute = 0; minute < 3; minute += 1) {
    await Promise.all(Array.from({ length: 18 }, () => post(mia)))
    club.clock.advance({ minutes: 1, seconds: 1 })
  }
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, at) => post(mia, {}, lounge, at % 2 ? club.url : second.url)),
  )
  expect(sent.filter(({ ok }) => ok)).toHaveLength(6)
  expect(sent.find(({ ok }) => !ok)).toMatchObject({
    status: 429,
    body: { code: 'newcomer_limit', retryAfter: 3600 - 3 * 61 },
  })
  expect(await numbersIn(room.id)).toHaveLength(60)
  // what was refused did not count against the minute
  club.clock.advance({ minutes: 57 })
  expect(await post(mia)).toMatchObject({ ok: true })
})

test('slow mode: one post of each within its seconds, from however many tabs', async () => {
  await using salon = await open()
  const { club, post } = salon
  const second = await club.secondServer()
  await slow(salon, 30)
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  const pace = { params: lounge }
  expect(await club.call(mia, getPace, pace)).toMatchObject({
    answer: { slowSeconds: 30, waitSeconds: 0 },
  })
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, at) => post(mia, {}, lounge, at % 2 ? club.url : second.url)),
  )
  expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
  expect(sent.find(({ ok }) => !ok)).toMatchObject({
    status: 429,
    body: { code: 'slow_mode', retryAfter: 30 },
  })
  expect(await post(tom)).toMatchObject({ ok: true })
  club.clock.advance({ seconds: 12 })
  expect(await club.call(mia, getPace, pace)).toMatchObject({ answer: { waitSeconds: 18 } })
  expect(await post(mia)).toMatchObject({ body: { retryAfter: 18 } })
  club.clock.advance({ seconds: 18 })
  expect(await post(mia)).toMatchObject({ ok: true })
  await slow(salon, 0)
  expect(await post(mia)).toMatchObject({ ok: true })
})

test('the same text once a day, however it is dressed up; greetings as often as one likes', async () => {
  await using salon = await open()
  const { club, post } = salon
  const other = await club.room({ slug: 'other' })
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await club.join(mia, other)
  const text = 'Wer tanzt heute mit mir?'
  const sent = await Promise.all(
    ['', '!', ' ', '??'].map((end) => post(mia, { text: `${text}${end}` })),
  )
  expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
  expect(sent.find(({ ok }) => !ok)).toMatchObject({ status: 409, code: 'same_text' })
  expect(await post(mia, { text: 'WER TANZT — HEUTE MIT MIR' }, { slug: 'other' })).toMatchObject({
    code: 'same_text',
  })
  expect(await post(tom, { text })).toMatchObject({ ok: true })
  for (let times = 0; times < 3; times += 1)
    expect(await post(mia, { text: 'Guten Abend!' })).toMatchObject({ ok: true })
  club.clock.advance({ days: 1, seconds: 1 })
  expect(await post(mia, { text })).toMatchObject({ ok: true })
  const [stored] = await club.db.rows<{ line: string }>(sql`
    select string_agg(t::text, ' ') as line from attempts t`)
  expect(stored?.line).not.toMatch(/tanzt/i)
})

test('what one limit refuses counts for no other', async () => {
  await using salon = await open()
  const { club, post } = salon
  await slow(salon, 60)
  const mia = await salon.guest()
  const text = 'Wer tanzt heute mit mir?'
  expect(await post(mia)).toMatchObject({ ok: true })
  for (let times = 0; times < 25; times += 1)
    expect(await post(mia, { text })).toMatchObject({ code: 'slow_mode' })
  club.clock.advance({ seconds: 60 })
  expect(await post(mia, { text })).toMatchObject({ ok: true })
  club.clock.advance({ seconds: 60 })
  expect(await post(mia, { text })).toMatchObject({ code: 'same_text' })
  expect(await post(mia, { text: 'etwas ganz anderes' })).toMatchObject({ ok: true })
})

test('sending the same post again gives the one that is there, whatever has changed since', async () => {
  await using salon = await open()
  await slow(salon, 600)
  const mia = await salon.guest()
  const body = { id: uuid(), text: 'Wer tanzt heute mit mir?' }
  const first = await Promise.all([salon.post(mia, body), salon.post(mia, body)])
  expect(first).toMatchObject([{ ok: true }, { ok: true }])
  expect(await salon.post(mia, body)).toMatchObject({ ok: true, answer: { id: body.id } })
})

test.each([
  ['bio', 'Insta: mia_tanzt'],
  ['city', '0176 12345678'],
  ['username', '0176 12345678'],
])(
  'the %s of a profile leads newcomers nowhere either, from the first form on',
  async (path, words) => {
    await using salon = await open()
    const { club } = salon
    const mia = await salon.guest()
    const save = (as: typeof mia) =>
      club.call(as, saveProfile, {
        body: { username: as.username, city: 'Köln', bio: null, [path]: words },
      })
    const refused = {
      code: 'invalid_input',
      body: { errors: [{ path, message: 'contact_data' }] },
    }
    expect(await save(mia)).toMatchObject(refused)
    expect(await save(await regular(salon))).toMatchObject({ ok: true })
    const { body } = newcomer()
    expect(await club.call(null, signUp, { body: { ...body, [path]: words } })).toMatchObject(
      refused,
    )
  },
)
