import { expect, test } from 'vitest'
import { appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { limits } from '#contract/limits.ts'
import { getProfile, saveProfile } from '#contract/members/profiles.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { sweepPhotos } from '#server/features/members/photos.sweep.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import {
  postDecision,
  readFileAtDesk,
  GROUNDS,
  profileTarget,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { insertPhoto, photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { now, uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'
const WORDS = { bio: 'I sell things.', city: 'Berlin' }

/** Tom's words or a photo of his were reported, and taken away. */
async function openScene(kind: 'profile' | 'photo') {
  const club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const [first, second] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const save = async (words: { bio: string | null; city: string | null }) => {
    const saved = await club.call(tom, saveProfile, { body: { username: tom.username, ...words } })
    if (!saved.ok) throw new Error(saved.code)
  }
  await save(WORDS)
  const photoId = await upload(club, tom, await photo({ width: 40, height: 30 }))
  const bytes = await (await see(club, mia, { memberId: tom.userId, photoId })).bytes()
  const target = kind === 'photo' ? ({ kind, id: photoId } as const) : profileTarget(tom)
  await reportTarget(club, mia, target)
  const row = await club.db.row<{ id: string }>(sql`select id from cases`)
  const { evidence } = await readFileAtDesk(club, first, row!.id)
  const removes = [evidence[0]!.id]
  await postDecision(club, first, row!.id, { kind: 'remove', grounds: GROUNDS, removes })
  const [statement] = await readStatements(club, tom)
  const profile = async () => {
    const got = await club.call(tom, getProfile, {})
    if (!got.ok) throw new Error(got.code)
    return got.answer
  }
  const lift = async () => {
    const params = { statementId: statement!.id }
    const lifted = await club.call(second, liftStatement, {
      params,
      body: { reason: 'A mistake.' },
    })
    if (!lifted.ok) throw new Error(lifted.code)
    const mail = (await club.mails()).find(({ text }) =>
      text.includes('A measure against your account has been lifted'),
    )
    return { restored: (await readStatements(club, tom))[0]!.restored, mail: mail!.text }
  }
  return {
    club,
    mia,
    tom,
    second,
    photoId,
    bytes,
    statement: statement!,
    save,
    profile,
    lift,
    kept: () => club.db.rows<{ kind: string }>(sql`select kind, taken_at from taken_away`),
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

test('an appeal that is granted brings a photo back as it was, though its files were swept away', async () => {
  await using scene = await openScene('photo')
  const { club, mia, tom, second, photoId, bytes, statement, profile } = scene
  expect((await profile()).photos).toEqual([])
  await sweepPhotos({ ...club.app, now: () => new Date(now().getTime() + 86_400_000) })
  expect(await photoFiles(club)).toEqual([])
  const id = uuid()
  const params = { statementId: statement.id }
  await club.call(tom, appealStatement, { params, body: { id, text: 'It shows my cat.' } })
  const granted = await club.call(second, decideAppeal, {
    params: { appealId: id },
    body: { isGranted: true, answer: 'So it does.' },
  })
  expect(granted.ok).toBe(true)
  const { photos } = await profile()
  expect(photos).toHaveLength(1)
  const seen = await see(club, mia, { memberId: tom.userId, photoId: photos[0]! })
  expect(Buffer.from(await seen.bytes()).equals(bytes)).toBe(true)
  expect((await photoFiles(club)).length).toBe(2)
  // under a name of its own: what swept the old one away cannot come too late
  expect(photos[0]).not.toBe(photoId)
  expect((await readStatements(club, tom))[0]).toMatchObject({ restored: 'whole' })
  expect(await scene.kept()).toEqual([])
})

test('a photo comes last among others, and not where there are as many as there may be', async () => {
  await using scene = await openScene('photo')
  const { club, tom, profile, lift } = scene
  const others: string[] = []
  for (let count = 0; count < limits.photos; count += 1)
    others.push(await insertPhoto(club, tom.userId))
  const { restored, mail } = await lift()
  expect(restored).toBe('no_room')
  expect(mail).toContain('as many photos as there may be')
  expect((await profile()).photos).toEqual(others)
  expect(await photoFiles(club)).toHaveLength(2 * limits.photos + 2)
})

test('lifted by several at once, a photo comes back once, and never as one too many', async () => {
  await using scene = await openScene('photo')
  const { club, tom, second, statement } = scene
  for (let count = 1; count < limits.photos; count += 1) await insertPhoto(club, tom.userId)
  const params = { statementId: statement.id }
  const lift = () => club.call(second, liftStatement, { params, body: { reason: 'A mistake.' } })
  const made = await Promise.all([lift(), lift(), lift(), upload(club, tom).catch(() => null)])
  expect(made.filter((one) => one && typeof one === 'object' && one.ok)).toHaveLength(1)
  expect((await scene.profile()).photos).toHaveLength(limits.photos)
  expect(await scene.kept()).toEqual([])
})

test('words come back where nothing else stands by then', async () => {
  await using scene = await openScene('profile')
  expect(await scene.profile()).toMatchObject({ bio: null, city: null })
  const { restored, mail } = await scene.lift()
  expect(restored).toBe('whole')
  expect(mail).toContain('there again')
  expect(await scene.profile()).toMatchObject(WORDS)
  expect(await scene.kept()).toEqual([])
})

test('what somebody wrote meanwhile stays, and they are told what did not come back', async () => {
  await using scene = await openScene('profile')
  await scene.save({ bio: 'I sell nothing.', city: null })
  const { restored, mail } = await scene.lift()
  expect(restored).toBe('part')
  expect(mail).toContain('that stays')
  expect(await scene.profile()).toMatchObject({ bio: 'I sell nothing.', city: WORDS.city })
})

test('words that have no place left are not put back at all', async () => {
  await using scene = await openScene('profile')
  await scene.save({ bio: 'I sell nothing.', city: 'Potsdam' })
  expect(await scene.lift()).toMatchObject({ restored: 'no_room' })
  expect(await scene.profile()).toMatchObject({ bio: 'I sell nothing.', city: 'Potsdam' })
})

test('it is kept, sealed, for as long as one may object, or waits for an answer', async () => {
  await using scene = await openScene('profile')
  const { club, tom, statement } = scene
  const rows = await club.db.rows<{ line: string }>(sql`select t::text as line from taken_away t`)
  expect(rows[0]!.line).not.toContain(Buffer.from(WORDS.bio).toString('hex'))
  // the last day, in Berlin
  club.clock.set('2026-11-04T22:59:59Z')
  await keepRetention(club.app)
  expect(await club.db.rows(sql`select rule from retention_runs where overdue > 0`)).toEqual([])
  expect(await scene.kept()).toHaveLength(1)
  const later = { ...tom, ...(await club.session(tom)) }
  const body = { id: uuid(), text: 'It was a joke.' }
  const params = { statementId: statement.id }
  expect((await club.call(later, appealStatement, { params, body })).ok).toBe(true)
  club.clock.advance({ days: 10 })
  await keepRetention(club.app)
  expect(await scene.kept()).toHaveLength(1)
  await club.db.run(
    sql`update appeals set decided_at = received_at, is_granted = false, answer = 'no'`,
  )
  club.clock.set('2026-11-04T22:59:59Z')
  await keepRetention(club.app)
  expect(await scene.kept()).toHaveLength(1)
  club.clock.set('2026-11-04T23:00:00Z')
  await keepRetention(club.app)
  expect(await scene.kept()).toEqual([])
})

test('after that a removal can be lifted, and nothing comes back', async () => {
  await using scene = await openScene('profile')
  await scene.club.db.run(sql`delete from taken_away`)
  const { restored, mail } = await scene.lift()
  expect(restored).toBe('not_kept')
  expect(mail).toContain('no longer kept')
  expect(await scene.profile()).toMatchObject({ bio: null, city: null })
})

test('members take their own things away as ever, and nothing of it is kept', async () => {
  await using scene = await openScene('photo')
  await scene.save({ bio: null, city: null })
  expect((await scene.kept()).map(({ kind }) => kind)).toEqual(['photo'])
})
