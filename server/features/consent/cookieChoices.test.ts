import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { logCookieChoice } from '#contract/consent/consent.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { rates } from '#contract/limits.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'
import { bannerHash } from './consent.texts.ts'

const NOW = '2026-12-01T20:00:00.000Z'
type Body = RequestOf<typeof logCookieChoice>['body']

const choice = (fields: Partial<Body> = {}): Body => ({
  sessionId: uuid(),
  analytics: false,
  marketing: false,
  method: 'necessary',
  bannerVersion: cookieBanner.version,
  language: 'de',
  ...fields,
})

const log = (
  club: Club,
  as: { cookie: string } | null,
  body: Body,
  headers: Record<string, string> = {},
) => club.call(as, logCookieChoice, { body }, { headers })

const logged = ({ db }: Club) =>
  db.rows<Record<string, unknown>>(sql`select * from consent_log order by id`)

test('a decision is written down with what proves it, and nothing else', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const body = choice({ analytics: true, method: 'custom', language: 'en' })
  const agent = 'Browser/1.0 '.repeat(40)
  expect((await log(club, mia, body, { 'user-agent': agent })).ok).toBe(true)
  expect(await logged(club)).toEqual([
    {
      id: 1,
      createdAt: NOW,
      sessionId: body.sessionId,
      userId: mia.userId,
      necessaryConsent: true,
      analyticsConsent: true,
      marketingConsent: false,
      method: 'custom',
      policyVersion: cookieBanner.version,
      bannerTextSha256: bannerHash(cookieBanner.version),
      language: 'en',
      userAgent: agent.slice(0, 255),
    },
  ])
  const columns = await club.db.rows<{ name: string; type: string }>(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = 'consent_log' order by ordinal_position`)
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id bigint',
    'created_at timestamp with time zone',
    'session_id uuid',
    'user_id uuid',
    'necessary_consent boolean',
    'analytics_consent boolean',
    'marketing_consent boolean',
    'method text',
    'policy_version text',
    'banner_text_sha256 bytea',
    'language text',
    'user_agent text',
  ])
})

test('whose decision it was says the session, never the browser', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const forged = { ...choice(), user_id: tom.userId, userId: tom.userId, necessary: false }
  await log(club, mia, forged)
  await log(club, null, { ...forged, sessionId: uuid() })
  expect(await logged(club)).toMatchObject([
    { userId: mia.userId, necessaryConsent: true },
    { userId: null, necessaryConsent: true },
  ])
})

test('one decision is written down once, however often and with whatever it is sent again', async () => {
  await using club = await openClub()
  const body = choice({ method: 'accept_all', analytics: true, marketing: true })
  const all = await Promise.all(Array.from({ length: 20 }, () => log(club, null, body)))
  expect(all.every(({ ok }) => ok)).toBe(true)
  const other = { ...body, analytics: false, method: 'withdraw' } as const
  expect((await log(club, await club.member(), other)).ok).toBe(true)
  expect(await logged(club)).toMatchObject([
    { sessionId: body.sessionId, userId: null, analyticsConsent: true, method: 'accept_all' },
  ])
})

test('every choice there is arrives as it was made', async () => {
  await using club = await openClub({ config: { limitsFactor: 1000 } })
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('accept_all', 'necessary', 'custom', 'close', 'withdraw'),
      fc.constantFrom('de', 'en', 'mul'),
      async (analytics, marketing, method, language) => {
        const body = choice({ analytics, marketing, method, language } as Partial<Body>)
        expect((await log(club, null, body)).ok).toBe(true)
        const row = await club.db.row(sql`
          select analytics_consent as analytics, marketing_consent as marketing, method, language
          from consent_log where session_id = ${body.sessionId}`)
        expect(row).toEqual({ analytics, marketing, method, language })
      },
    ),
    { numRuns: 40 },
  )
})

test('an answer to words that are not the banner’s any more is not taken for one to those that are', async () => {
  await using club = await openClub()
  for (const bannerVersion of ['0.9.0', '', 'constructor'])
    expect(await log(club, null, choice({ bannerVersion }))).toMatchObject({
      status: 409,
      code: 'version_outdated',
    })
  expect(await logged(club)).toEqual([])
})

test('nobody fills the log, and nobody reads it', async () => {
  await using club = await openClub()
  const { max } = rates.cookieChoice
  for (let times = 0; times < max; times += 1) await log(club, null, choice())
  expect(await log(club, null, choice())).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await logged(club)).toHaveLength(max)
  const admin = await club.member({ isAdmin: true })
  for (const cookie of ['', admin.cookie]) {
    const answer = await fetch(club.url + logCookieChoice.path, { headers: { cookie } })
    expect(answer.status).toBe(404)
  }
})

test('when an account goes, its decisions stay as nobody’s', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await log(club, mia, choice())
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  expect(await logged(club)).toMatchObject([{ userId: null, method: 'necessary' }])
})
