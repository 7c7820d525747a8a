import { expect, test } from 'vitest'
import { getSession, logOut, setLanguage } from '#contract/accounts/session.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { getMember, saveProfile } from '#contract/members/profiles.ts'
import { enterRoom, leaveRoom } from '#contract/rooms/rooms.ts'
import { stageFile, submitVerification } from '#contract/verification/verification.ts'
import { documentDays, documentVersions } from '#contract/consent/consentVersions.ts'
import { openClub } from '#testing/club/club.ts'
import { acceptEarlier, give, readLedger, withdraw } from '#testing/privacy/consents.ts'
import { stageDocuments } from '#testing/fixtures/documents.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'

test('after a new version of the terms members read on, and act once they have accepted it', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const second = await club.secondServer()
  const mia = await guest({ hasTerms: false })
  await acceptEarlier(club, mia.userId)
  const due = (termsDue: string | null, termsBefore: string | null) =>
    expect(club.call(mia, getSession, {})).resolves.toMatchObject({
      answer: { session: { termsDue, termsBefore } },
    })
  await due(documentVersions.terms, '1.9.0')
  const { username } = mia
  const acts = [
    () => club.call(mia, enterRoom, { params: lounge }),
    () => post(mia),
    () => post(mia, {}, lounge, second.url),
    () => club.call(mia, saveProfile, { body: { username, city: 'Köln', bio: null } }),
    async () => club.call(mia, addPhoto, { file: await photo() }),
    async () => {
      const query = { side: 'front' as const, type: 'jpeg' as const }
      return club.call(mia, stageFile, { query, file: await photo() })
    },
  ]
  for (const act of acts)
    expect(await act()).toMatchObject({ ok: false, status: 403, code: 'terms_due' })
  const submission = { body: await stageDocuments(club, mia) }
  expect(await club.call(mia, submitVerification, submission)).toMatchObject({ code: 'terms_due' })

  const { userId: memberId } = mia
  const always = [
    () => list(mia),
    () => club.call(mia, getMember, { params: { memberId } }),
    () => club.call(mia, removePhoto, { params: { photoId: uuid() } }),
    () => club.call(mia, setLanguage, { body: { language: 'de' } }),
    () => withdraw(club, mia),
    () => give(club, mia),
  ]
  for (const act of always) expect(await act()).toMatchObject({ ok: true })

  expect((await give(club, mia, 'terms')).ok).toBe(true)
  await second.app.bus.flush()
  await due(null, null)
  for (const act of acts) expect(await act()).toMatchObject({ ok: true })
  const versions = (await readLedger(club, mia))
    .filter(({ document }) => document === 'terms')
    .map(({ version }) => version)
  expect(versions).toEqual(['1.9.0', documentVersions.terms])
  const rows = await club.db.rows(sql`select from user_consents where user_id = ${memberId}`)
  expect(rows).toHaveLength(2)
})

test('of the versions somebody accepted the club tells the newest, and of none, none', async () => {
  await using club = await openClub()
  const [mia, tom] = [
    await club.member({ hasTerms: false }),
    await club.member({ hasTerms: false }),
  ]
  await acceptEarlier(club, mia.userId)
  await acceptEarlier(club, mia.userId, '1.8.0', '2024-01-01T00:00:00Z')
  const before = (who: typeof mia) =>
    club.call(who, getSession, {}).then((got) => got.ok && got.answer.session?.termsBefore)
  expect([await before(mia), await before(tom)]).toEqual(['1.9.0', null])
})

test('a member who does not accept new terms can leave rooms and log out', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const mia = await guest({ hasTerms: false })
  expect((await club.call(mia, leaveRoom, { params: lounge })).ok).toBe(true)
  expect((await club.call(mia, logOut, {})).ok).toBe(true)
  expect(await club.call(mia, listPosts, { params: lounge, query: {} })).toMatchObject({
    code: 'not_signed_in',
  })
})

test('the versions this club asks about are the newest its database knows, and of the same day', async () => {
  await using club = await openClub()
  const newest = await club.db.rows(sql`
    select distinct on (document) document, version, created_at as at from consent_versions
    order by document, created_at desc`)
  expect(newest).toEqual(
    (['content', 'terms'] as const).map((document) => ({
      document,
      version: documentVersions[document],
      at: `${documentDays[document]}T00:00:00.000Z`,
    })),
  )
})
