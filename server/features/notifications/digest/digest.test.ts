import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBell } from '#contract/notifications/bellItems.ts'
import {
  endDigest,
  getNotifications,
  saveNotifications,
} from '#contract/notifications/notifications.ts'
import { insertPost, waveToPost } from '#testing/fixtures/notifications.ts'
import type { TestMember } from '#testing/club/club.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { sendDigests } from './digest.service.ts'
import { isQuiet, UNSAID } from '#server/features/notifications/settings.policy.ts'

const NOON = '2026-05-04T10:00:00.000Z'
const CHOSEN = { ...UNSAID, hasDigest: true }

async function openDay() {
  const salon = await openLounge({ now: NOON })
  const { club } = salon
  const [mia, ben] = await Promise.all([
    salon.guest({ username: 'Mia' }),
    salon.guest({ username: 'Ben' }),
  ])
  return {
    ...salon,
    club,
    mia,
    ben,
    choose: (body = CHOSEN) => club.call(mia, saveNotifications, { body }),
    wave: async (from: TestMember, to: TestMember) =>
      waveToPost(club, from, await insertPost(club, to, { slug: 'lounge' }, 'Geheim')),
    mailsTo: async ({ email }: TestMember) => (await club.mails()).filter(({ to }) => to === email),
    pass: async (time: Parameters<typeof club.clock.advance>[0]) => {
      club.clock.advance(time)
      await sendDigests(club.app)
    },
  }
}

test('a digest comes once a day to members who chose it, when something is unread, and does not quote it', async () => {
  await using day = await openDay()
  const { club, mia, ben, choose, wave, mailsTo, pass } = day
  await wave(ben, mia)
  await pass({ hours: 1 })
  expect(await mailsTo(mia)).toEqual([])
  await choose()
  await pass({ hours: 1 })
  await pass({ hours: 1 })
  const [mail, ...more] = await mailsTo(mia)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Something new for you')
  expect(mail?.text).not.toMatch(/Ben|Geheim|Room|wave/)
  // nothing new since
  await pass({ hours: 24 })
  expect(await mailsTo(mia)).toHaveLength(1)
  await wave(ben, mia)
  await club.call(mia, readBell, { body: { until: club.app.now().toISOString() } })
  await pass({ hours: 1 })
  expect(await mailsTo(mia)).toHaveLength(1)
  await wave(ben, mia)
  await choose({ ...CHOSEN, showsContent: true })
  await pass({ hours: 1 })
  expect((await mailsTo(mia)).at(-1)?.text).toContain('Ben waved at your post')
})

test('whose data is only kept gets no digest, and the next one once it is used again', async () => {
  await using day = await openDay()
  const { club, mia, ben, choose, wave, mailsTo, pass } = day
  await choose()
  await wave(ben, mia)
  const digests = async () =>
    (await mailsTo(mia)).filter(({ subject }) => subject === 'Something new for you')
  await restrict(club, mia)
  await pass({ hours: 25 })
  expect(await digests()).toEqual([])
  await restrict(club, mia, { isRestricted: false })
  await pass({ minutes: 1 })
  await wave(ben, mia)
  await pass({ hours: 25 })
  expect(await digests()).toHaveLength(1)
})

test('a name from right to left turns nothing round but itself', async () => {
  await using day = await openDay()
  const { mia, guest, choose, wave, mailsTo, pass } = day
  await choose({ ...CHOSEN, showsContent: true })
  await wave(await guest({ username: 'אבי 7' }), mia)
  await pass({ hours: 1 })
  expect((await mailsTo(mia)).at(-1)?.text).toContain('– \u2068אבי 7\u2069 waved at your post')
})

test('one click ends it, without signing in, from the mail program or from the page', async () => {
  await using day = await openDay()
  const { club, mia, ben, choose, wave, pass } = day
  const chosen = async () => {
    const response = await club.call(mia, getNotifications, {})
    return response.ok && response.answer.settings.hasDigest
  }
  await choose()
  await wave(ben, mia)
  await pass({ hours: 1 })
  await club.mails()
  const folder = join(club.dataDir, 'mail')
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const source = (await readFile(join(folder, file), 'latin1'))
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replaceAll('\r\n ', ' ')
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [, address = ''] = /List-Unsubscribe: <([^>]+)>/.exec(source)!
  // opened by hand, or looked at by a scanner of mails, it changes nothing
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303)
  expect(await chosen()).toBe(true)
  const clicked = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(clicked.status).toBe(200)
  expect(await chosen()).toBe(false)
  await choose()
  const [, token = ''] = /\/digest-off#([\w-]+)/.exec(source)!
  expect(await club.call(null, endDigest, { body: { token } })).toMatchObject({ ok: true })
  expect(await chosen()).toBe(false)
  const forged = `${token.slice(0, -6)}AAAAAA`
  expect(await club.call(null, endDigest, { body: { token: forged } })).toMatchObject({
    code: 'invalid_link',
  })
})

test('changing something else in an outdated page does not start it again', async () => {
  await using day = await openDay()
  const { club, mia, choose } = day
  const save = (body: RequestOf<typeof saveNotifications>['body']) =>
    club.call(mia, saveNotifications, { body })
  expect(await save({ quietUntil: 7 })).toMatchObject({ answer: { ...UNSAID, quietUntil: 7 } })
  await choose()
  expect(await save({ hasDigest: false })).toMatchObject({ ok: true })
  expect(await save({ quietFrom: 21 })).toMatchObject({
    answer: { ...CHOSEN, hasDigest: false, quietFrom: 21 },
  })
})

test('a digest the mail server did not take before the quiet hours waits for their end', async () => {
  await using day = await openDay()
  const { club, mia, ben, choose, wave, mailsTo, pass } = day
  await choose()
  await wave(ben, mia)
  // nobody listens there
  club.config.smtpUrl = 'smtp://127.0.0.1:1'
  await pass({ hours: 9, minutes: 50 })
  expect(await mailsTo(mia)).toEqual([])
  club.config.smtpUrl = null
  club.clock.advance({ minutes: 20 })
  await club.app.jobs.drain({ later: true })
  expect(await mailsTo(mia)).toEqual([])
  club.clock.advance({ hours: 10 })
  await club.app.jobs.drain({ later: true })
  expect(await mailsTo(mia)).toHaveLength(1)
})

test('nothing comes in quiet hours, which are those of Berlin and may go over midnight', async () => {
  await using day = await openDay()
  const { mia, ben, choose, wave, mailsTo, pass } = day
  await choose()
  await wave(ben, mia)
  await pass({ hours: 11 })
  expect(await mailsTo(mia)).toEqual([])
  await pass({ hours: 9 })
  expect(await mailsTo(mia)).toHaveLength(1)

  const at = (time: string) => isQuiet({ quietFrom: 22, quietUntil: 8 }, new Date(time))
  expect(['2026-05-04T20:00Z', '2026-05-05T05:59Z', '2026-01-04T21:00Z'].map(at)).toEqual([
    true,
    true,
    true,
  ])
  expect(['2026-05-04T19:59Z', '2026-05-05T06:00Z', '2026-01-04T20:59Z'].map(at)).toEqual([
    false,
    false,
    false,
  ])
  expect(isQuiet({ quietFrom: 9, quietUntil: 9 }, new Date(NOON))).toBe(false)
  expect(isQuiet({ quietFrom: 9, quietUntil: 17 }, new Date(NOON))).toBe(true)
})
