import { expect, test } from 'vitest'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('20 posts a minute: one more waits, also when they come at once', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { club, room, guest, post, numbersIn } = opened
  const second = await club.secondServer()
  const mia = await guest()
  const sent = await Promise.all(
    upTo(30).map((n) => post(mia, {}, lounge, n % 2 ? club.url : second.url)),
  )
  expect(sent.filter((one) => one.ok)).toHaveLength(20)
  const refused = sent.find((one) => !one.ok)
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too_many_attempts', retryAfter: 60 },
  })
  expect(refused?.headers.get('retry-after')).toBe('60')
  expect(await numbersIn(room.id)).toEqual(upTo(20))
  expect(await post(await guest())).toMatchObject({ ok: true })

  club.clock.advance({ seconds: 61 })
  expect(await post(mia)).toMatchObject({ ok: true, answer: { number: 22 } })
})

test('300 posts an hour, then one waits for the oldest to be an hour old', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { club, guest, post } = opened
  const mia = await guest({ verificationStatus: 'verified' })
  // of newcomers fewer are taken
  club.clock.advance({ days: 8 })
  for (let minute = 0; minute < 15; minute += 1) {
    await Promise.all(upTo(20).map(() => post(mia)))
    club.clock.advance({ minutes: 1, seconds: 1 })
  }
  expect(await post(mia)).toMatchObject({
    code: 'too_many_attempts',
    body: { retryAfter: 3600 - 15 * 61 },
  })
  club.clock.advance({ minutes: 45 })
  expect(await post(mia)).toMatchObject({ ok: true, answer: { number: 301 } })
})

test('neither a repeat nor a refused post counts against the limit', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { guest, post } = opened
  const [mia, tom] = [await guest(), await guest()]
  const [own, foreign] = [uuid(), uuid()]
  await post(tom, { id: foreign })
  for (let times = 0; times < 25; times += 1) {
    expect(await post(mia, { id: own })).toMatchObject({ ok: true })
    expect(await post(mia, { id: foreign })).toMatchObject({ code: '23505' })
  }
  for (let more = 0; more < 19; more += 1) expect(await post(mia)).toMatchObject({ ok: true })
  expect(await post(mia)).toMatchObject({ code: 'too_many_attempts' })
  expect(await post(mia, { id: own })).toMatchObject({ ok: true })
})
