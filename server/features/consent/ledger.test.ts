import { createHash } from 'node:crypto'
import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { giveConsent, listConsents } from '#contract/consent/consent.ts'
import { contentConsent, joinText } from '#contract/consent/consentTexts.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import type { Language } from '#contract/fields.ts'
import { rates } from '#contract/limits.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  give,
  readKeptConsent,
  readLedger,
  withdraw,
  type ConsentLine,
} from '#testing/privacy/consents.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { termsTexts } from './consent.texts.ts'

const NOW = '2026-12-01T20:00:00.000Z'

const consentsOf = async (club: Club, who: { cookie: string }) => {
  const listed = await club.call(who, listConsents, {})
  if (!listed.ok) throw new Error(listed.code)
  const { consents } = listed.answer
  return Object.fromEntries(consents.map(({ document, ...rest }) => [document, rest]))
}

/** What holds of a document, by all that was ever said of it. */
const fold = (lines: ConsentLine[], document: ConsentLine['document']) =>
  lines
    .filter((line) => line.document === document)
    .reduce<{ version: string | null; isGiven: boolean; at: string | null }>(
      (_, { version, isGiven, at }) => ({ version, isGiven, at }),
      { version: null, isGiven: false, at: null },
    )

test.each<Language>(['de', 'en', 'mul'])(
  'a consent is written down with version, hash of the exact words, language, time and way: in %s',
  async (language) => {
    await using club = await openClub({ now: NOW, config: { clubName: 'Zum $& Anker' } })
    const mia = await club.member({ hasConsent: false })
    const version = documentVersions.content
    const body = { document: 'content', version, language, method: 'button' } as const
    expect((await club.call(mia, giveConsent, { body })).ok).toBe(true)
    const words = joinText(contentConsent(language, 'Zum $& Anker'))
    expect(words).toContain('Zum $& Anker Club')
    const given = {
      document: 'content',
      version: '1.0.0',
      isGiven: true,
      textSha256: createHash('sha256').update(words).digest(),
      language,
      method: 'button',
      at: NOW,
    }
    expect((await readLedger(club, mia)).slice(1)).toMatchObject([given])
    expect(await readKeptConsent(club, mia)).toBe(NOW)

    club.clock.advance({ days: 1 })
    await withdraw(club, mia)
    const at = '2026-12-02T20:00:00.000Z'
    const taken = { ...given, isGiven: false, at }
    expect((await readLedger(club, mia)).slice(1)).toMatchObject([given, taken])
    expect(await readKeptConsent(club, mia)).toBeNull()
    expect(await consentsOf(club, mia)).toMatchObject({
      content: { version: '1.0.0', isGiven: false, at, current: '1.0.0' },
    })
  },
)

test('a member who was never asked has given no consent', async () => {
  await using club = await openClub()
  const mia = await club.member({ hasConsent: false })
  expect(await consentsOf(club, mia)).toMatchObject({
    content: { version: null, isGiven: false, at: null, current: '1.0.0' },
    terms: { version: documentVersions.terms, isGiven: true, current: documentVersions.terms },
  })
  expect((await withdraw(club, mia)).ok).toBe(true)
  expect(await readLedger(club, mia)).toHaveLength(1)
})

test('signing up accepts the terms, and consents to nothing else', async () => {
  await using club = await openClub({ now: NOW, config: { emailConfirmation: 'off' } })
  const { body } = newcomer({ language: 'en' })
  const signed = await club.call(null, signUp, { body })
  if (!signed.ok || !signed.answer.session) throw new Error('no session')
  const { session } = signed.answer
  expect(session).toMatchObject({ termsDue: null, hasContentConsent: false })
  expect(await readLedger(club, session)).toMatchObject([
    {
      document: 'terms',
      version: documentVersions.terms,
      isGiven: true,
      textSha256: Buffer.from(termsTexts[documentVersions.terms], 'hex'),
      language: 'en',
      method: 'checkbox',
      at: NOW,
    },
  ])
  const accepted = await club.db.rows(sql`
    select v.document, v.version, c.created_at as at from user_consents c
    join consent_versions v on v.id = c.consent_version_id where c.user_id = ${session.userId}`)
  expect(accepted).toEqual([{ document: 'terms', version: documentVersions.terms, at: NOW }])
})

test('what was given twice, or twenty times at once, is written down once', async () => {
  await using club = await openClub({ config: { limitsFactor: 10 } })
  const mia = await club.member({ hasConsent: false, hasTerms: false })
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) => give(club, mia, index % 2 ? 'content' : 'terms')),
  )
  expect(all.every(({ ok }) => ok)).toBe(true)
  expect((await give(club, mia)).ok).toBe(true)
  expect((await readLedger(club, mia)).map(({ document }) => document).sort()).toEqual([
    'content',
    'terms',
  ])
})

test('a version nobody is asked about any more, or not yet, is refused and leaves nothing', async () => {
  await using club = await openClub()
  const mia = await club.member({ hasConsent: false, hasTerms: false })
  for (const document of ['terms', 'content'] as const)
    for (const version of ['0.9.0', '9.0.0', '']) {
      const body = { document, version, language: 'de', method: 'checkbox' } as const
      expect(await club.call(mia, giveConsent, { body })).toMatchObject({
        status: 409,
        code: 'version_outdated',
        body: { version: documentVersions[document] },
      })
    }
  expect(await readLedger(club, mia)).toEqual([])
})

test('of yes and no at the same moment one comes last, and it is the one that holds', async () => {
  await using club = await openClub({ config: { limitsFactor: 10 } })
  const second = await club.secondServer()
  const mia = await club.member()
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const url = index % 3 ? club.url : second.url
        return (index + round) % 2
          ? give(club, mia, 'content', { url })
          : withdraw(club, mia, { url })
      }),
    )
    const lines = (await readLedger(club, mia)).filter(({ document }) => document === 'content')
    // never the same twice in a row
    expect(lines.map(({ isGiven }) => isGiven)).toEqual(lines.map((_, index) => index % 2 === 0))
    const { isGiven, at } = fold(lines, 'content')
    expect(await readKeptConsent(club, mia)).toBe(isGiven ? at : null)
    for (const url of [club.url, second.url])
      expect(await club.call(mia, getSession, {}, { url })).toMatchObject({
        answer: { session: { hasContentConsent: isGiven } },
      })
  }
})

test('who changes their mind too often has to wait to give, and never to take back', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { max } = rates.consent
  for (let times = 0; times < max; times += 1) {
    expect((await withdraw(club, mia)).ok).toBe(true)
    expect((await give(club, mia)).ok).toBe(true)
  }
  expect((await withdraw(club, mia)).ok).toBe(true)
  expect(await give(club, mia)).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await readKeptConsent(club, mia)).toBeNull()
})

test('what holds is at any time what the ledger says last', async () => {
  await using club = await openClub({ now: NOW })
  const act = fc.oneof(
    fc.constantFrom('content' as const, 'terms' as const).map((document) => ({ document })),
    fc.constant('withdraw' as const),
    fc.integer({ min: 1, max: 3_000 }).map((minutes) => ({ minutes })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 10 }), fc.boolean(), async (acts, hasConsent) => {
      const mia = await club.member({ hasConsent, hasTerms: false })
      let isGiven = hasConsent
      let isAccepted = false
      for (const one of acts) {
        if (one === 'withdraw') {
          await withdraw(club, mia)
          isGiven = false
        } else if ('minutes' in one) club.clock.advance(one)
        else {
          await give(club, mia, one.document)
          if (one.document === 'content') isGiven = true
          else isAccepted = true
        }
      }
      const lines = await readLedger(club, mia)
      const [content, terms] = [fold(lines, 'content'), fold(lines, 'terms')]
      expect([content.isGiven, terms.isGiven]).toEqual([isGiven, isAccepted])
      expect(await consentsOf(club, mia)).toMatchObject({ content, terms })
      expect(await readKeptConsent(club, mia)).toBe(content.isGiven ? content.at : null)
      expect(await club.call(mia, getSession, {})).toMatchObject({
        answer: {
          session: {
            hasContentConsent: isGiven,
            termsDue: isAccepted ? null : documentVersions.terms,
          },
        },
      })
    }),
    { numRuns: 15 },
  )
})

test.each(
  ['consent_ledger', 'consent_log'].flatMap((table) => [
    `update ${table} set language = 'en'`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop table ${table}`,
  ]),
)('the server itself cannot: %s', async (statement) => {
  await using club = await openClub()
  await club.member()
  await expect(club.db.run(raw(statement) as never)).rejects.toMatchObject({ code: '42501' })
})

test.each([
  'update consent_ledger set is_given = false',
  'delete from consent_ledger',
  'truncate consent_ledger',
  'truncate consent_log',
])('not even the owner of the tables does by accident: %s', async (statement) => {
  await using club = await openClub()
  await club.member()
  await expect(asOwner(club, () => statement)).rejects.toThrow('only ever added to')
})

test('the proof outlives the account, and ends with it', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  const lines = await readLedger(club, mia)
  expect(lines.map(({ document, isGiven, method }) => [document, isGiven, method])).toEqual([
    ['terms', true, 'checkbox'],
    ['content', true, 'checkbox'],
    ['content', false, 'account_deleted'],
    ['terms', false, 'account_deleted'],
  ])
})
