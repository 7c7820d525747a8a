import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { jobSchedule } from '#server/jobs.ts'
import type { App } from '#server/platform/context.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  postDecision,
  readFileAtDesk,
  GROUNDS,
  queue,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { isThere, leave, purgeHour, stay, wayBack } from '#testing/privacy/leaving.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { openMinors } from '#testing/moderation/minors.ts'
import { insertPhoto, photoFiles } from '#testing/fixtures/photos.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { uuid } from '#testing/random.ts'
import { purge, purgeDue } from './purge.service.ts'

const NOW = '2026-05-04T20:00:00Z'

const insertPosts = (club: Club, room: { id: string }, { userId }: TestMember, count: number) =>
  club.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into posts (id, room_id, number, user_id, text, created_at)
      select gen_random_uuid(), ${room.id}, n, ${userId}, 'good evening', ${NOW}
      from generate_series(1, ${count}::int) n`)
    await tx.run(sql`update rooms set last_number = ${count}::int where id = ${room.id}`)
  })
const postsLeft = async (club: Club) => (await club.db.rows(sql`select from posts`)).length
const goodbyes = async (club: Club) =>
  (await club.mails()).filter(({ subject }) => subject === 'Your account has been deleted').length

test('the purge looks every ten minutes', () => {
  expect(jobSchedule.purge_accounts).toBe('4-54/10 * * * *')
})

test('undone while a server whose clock is ahead purges, an account is there whole or not at all', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club, room } = salon
  for (let times = 0; times < 4; times += 1) {
    const mia = await salon.guest()
    await club.db.run(sql`delete from posts`)
    await insertPosts(club, room, mia, 700)
    await leave(club, mia)
    const token = await wayBack(club, mia)
    // each time the undoing begins later: with the purge, or after so many of its statements
    const isTime = Promise.withResolvers<void>()
    let queryCount = 0
    const ask = (query: Query) => {
      if ((queryCount += 1) > times) isTime.resolve()
      return club.app.db.run(query)
    }
    const db = { ...club.app.db, run: ask }
    const ahead = { ...club.app, db, now: () => new Date('2027-01-01T00:00:00Z') }
    const purging = purge(ahead, mia.userId).finally(isTime.resolve)
    if (times > 0) await isTime.promise
    const [back, isPurged] = await Promise.all([stay(club, token), purging])
    expect(back.ok).toBe(!isPurged)
    expect(await isThere(club, mia)).toBe(!isPurged)
    expect(await postsLeft(club)).toBe(isPurged ? 0 : 700)
  }
})

/** A server whose process dies at one point of a purge. */
function dying(app: App, at: 'photos' | 'posts' | 'documents' | 'last'): App {
  const die = () => Promise.reject(new Error('killed'))
  const folder = (store: { removeFolder(name: string): Promise<void> }, isDying: boolean) => ({
    removeFolder: isDying ? die : (name: string) => store.removeFolder(name),
  })
  let bites = 0
  const db = {
    ...app.db,
    run: (query: Parameters<App['db']['run']>[0]) => {
      if (at === 'posts' && query.text.includes('delete from posts') && (bites += 1) > 1)
        return die()
      return app.db.run(query)
    },
  }
  const jobs = at === 'last' ? { ...app.jobs, send: die } : app.jobs
  const photos = folder(app.photos, at === 'photos') as never
  const vault = folder(app.vault, at === 'documents') as never
  return { ...app, db, jobs, photos, vault }
}

test.each(['photos', 'documents', 'posts', 'last'] as const)(
  'killed half-way, at %s, a purge cannot be undone any more, and the next run ends it',
  async (at) => {
    await using salon = await openLounge({ now: NOW })
    const { club, room } = salon
    const mia = await salon.guest()
    await insertPosts(club, room, mia, 700)
    await insertPhoto(club, mia.userId)
    await leave(club, mia)
    const token = await wayBack(club, mia)
    club.clock.advance({ days: 30 })
    await expect(purgeDue(dying(club.app, at))).rejects.toThrow('killed')
    expect(await isThere(club, mia)).toBe(true)
    expect(await goodbyes(club)).toBe(0)
    // by the clock of a server that is behind
    club.clock.advance({ days: -1 })
    expect(await stay(club, token)).toMatchObject({ code: 'invalid_link' })
    club.clock.advance({ days: 1 })
    expect(await purgeDue(club.app)).toEqual({ deletedAccounts: 1 })
    expect(await purgeDue(club.app)).toEqual({ deletedAccounts: 0 })
    expect([await isThere(club, mia), await postsLeft(club)]).toEqual([false, 0])
    expect(await photoFiles(club)).toEqual([])
    expect(await goodbyes(club)).toBe(1)
  },
)

test('killed half-way, the purge of a minor cannot be undone any more by who lifts the finding', async () => {
  await using scene = await openMinors()
  const { club, tom, moderator, admin } = scene
  await scene.report()
  const kind = { kind: 'minor', grounds: { ...GROUNDS, ground: 'law' } } as const
  await postDecision(club, moderator, (await scene.onlyCase()).id, kind)
  await club.app.jobs.drain()
  club.clock.advance({ days: 1 })
  await expect(purgeDue(dying(club.app, 'documents'))).rejects.toThrow('killed')
  const ban = await club.db.row<{ id: string }>(sql`select id from statements where kind = 'ban'`)
  const params = { statementId: ban!.id }
  const again = { ...admin, ...(await club.session(admin)) }
  await proveSession(club, again)
  await club.call(again, liftStatement, { params, body: { reason: 'Sorry.' } })
  expect(await purgeDue(club.app)).toEqual({ deletedAccounts: 1 })
  expect(await isThere(club, tom)).toBe(false)
})

test('one account that cannot be purged keeps no other from its turn, and is tried again', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ now: NOW, log })
  const members = await Promise.all(Array.from({ length: 3 }, () => club.member()))
  for (const member of members) await leave(club, member)
  const [stuck] = members
  club.clock.advance({ days: 30 })
  const photos = {
    removeFolder: (name: string) =>
      name === stuck!.userId
        ? Promise.reject(new Error('the disk says no'))
        : club.app.photos.removeFolder(name),
  } as never
  await expect(purgeDue({ ...club.app, photos })).rejects.toThrow('the disk says no')
  const left = () => Promise.all(members.map((member) => isThere(club, member)))
  expect(await left()).toEqual([true, false, false])
  expect(lines.join()).toContain('an account could not be purged')
  expect(await purgeDue(club.app)).toEqual({ deletedAccounts: 1 })
  expect(await left()).toEqual([false, false, false])
})

type People = Record<'tom' | 'ben' | 'moderator', TestMember>

/** A post of Tom's that Ben reports and the desk removes; answers its id. */
async function takeDown(
  { club, post }: Awaited<ReturnType<typeof openLounge>>,
  { tom, ben, moderator }: People,
  text: string,
) {
  const made = await post(tom, { text })
  if (!made.ok) throw new Error(made.code)
  await reportTarget(club, ben, { kind: 'post', id: made.answer.id })
  const [line] = await queue(club, moderator)
  const removes = (await readFileAtDesk(club, moderator, line!.id)).evidence.map(({ id }) => id)
  await postDecision(club, moderator, line!.id, { kind: 'remove', grounds: GROUNDS, removes })
  return made.answer.id
}

const removedTexts = async (club: Club) =>
  (await club.db.rows<{ text: string }>(sql`select removed_text as text from statements`))
    .map(({ text }) => text)
    .sort()

test('who goes is named no more in what others read was removed, also where it came back', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club } = salon
  const mia = await salon.guest({ username: 'Mia B' })
  const [tom, ben] = [await salon.guest(), await salon.guest({ username: 'Ben' })]
  const moderator = await club.member({ isModerator: true })
  const admin = await club.member({ isAdmin: true })
  const texts = ['@Mia B is a liar, @Ben', 'and @Mia B again']
  for (const text of texts) await takeDown(salon, { tom, ben, moderator }, text)
  const removed = () => removedTexts(club)
  expect(await removed()).toEqual(texts)
  const lifted = (await readStatements(club, tom)).find((one) => one.removed?.text === texts[1])
  const body = { reason: 'A mistake.' }
  await club.call(admin, liftStatement, { params: { statementId: lifted!.id }, body })
  await leave(club, mia)
  club.clock.advance({ days: 30 })
  expect(await purgeDue(club.app)).toEqual({ deletedAccounts: 1 })
  expect(await removed()).toEqual(['@… is a liar, @Ben', 'and @… again'])
})

test('nor in what came back and was changed, or taken back, by its author since', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club } = salon
  const mia = await salon.guest({ username: 'Mia' })
  await salon.guest({ username: 'Mia Bell' })
  const [tom, ben] = [await salon.guest(), await salon.guest({ username: 'Ben' })]
  const moderator = await club.member({ isModerator: true })
  const admin = await club.member({ isAdmin: true })
  const texts = ['@mia and @Mia Bell, and @Ben', 'hello @Mia', 'so@Mia is no name']
  const posts: string[] = []
  for (const text of texts) posts.push(await takeDown(salon, { tom, ben, moderator }, text))
  for (const { id } of await readStatements(club, tom))
    await club.call(admin, liftStatement, {
      params: { statementId: id },
      body: { reason: 'A mistake.' },
    })
  const at = (index: number) => ({ params: { ...lounge, postId: posts[index]! } })
  const done = [
    await club.call(tom, deletePost, at(0)),
    await club.call(tom, editPost, { ...at(1), body: { text: 'hello all' } }),
  ]
  expect(done.every(({ ok }) => ok)).toBe(true)
  await leave(club, mia)
  club.clock.advance({ days: 30 })
  expect(await purgeDue(club.app)).toEqual({ deletedAccounts: 1 })
  expect(await removedTexts(club)).toEqual([
    '@… and @Mia Bell, and @Ben',
    'hello @…',
    'so@Mia is no name',
  ])
})

test('of two who go at once on two servers neither brings the name of the other back', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club } = salon
  const second = await club.secondServer()
  const [mia, eva] = [
    await salon.guest({ username: 'Mia B' }),
    await salon.guest({ username: 'Eva C' }),
  ]
  const [tom, ben] = [await salon.guest(), await salon.guest()]
  const moderator = await club.member({ isModerator: true })
  await takeDown(salon, { tom, ben, moderator }, '@Mia B and @Eva C lie')
  for (const goer of [mia, eva]) await leave(club, goer)
  club.clock.advance({ days: 30 })
  // both have read the text before either writes it
  const purges = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from statements for update`)
    const both = [purge(club.app, mia.userId), purge(second.app, eva.userId)]
    await untilSomebodyWaits(club, 2)
    return both
  })
  expect(await Promise.all(purges)).toEqual([true, true])
  expect(await removedTexts(club)).toEqual(['@… and @… lie'])
})

test('mails that lie in files go with whom they were for, also where an address fills a line', async () => {
  await using club = await openClub({ now: NOW })
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.example.org`
  const [mia, tom] = [await club.member({ email }), await club.member()]
  for (const who of [mia, tom])
    await club.app.jobs.send(club.db, 'mail_reset', { email: who.email })
  await leave(club, mia)
  await club.mails()
  club.clock.advance({ days: 30 })
  expect(await purgeDue(club.app)).toMatchObject({ deletedAccounts: 1 })
  const folder = join(club.dataDir, 'mail')
  const kept = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  )
  expect(kept.filter((source) => source.includes(email))).toEqual([])
  expect(kept.some((source) => source.includes(tom.email))).toBe(true)
})

test('several servers at once purge every account once, and say goodbye once', async () => {
  await using club = await openClub({ now: NOW })
  const second = await club.secondServer()
  const members = await Promise.all(Array.from({ length: 5 }, () => club.member()))
  for (const member of members) await leave(club, member)
  await club.mails()
  club.clock.advance({ days: 30 })
  const counts = await Promise.all([club.app, second.app, club.app].map((app) => purgeDue(app)))
  expect(counts.reduce((sum, { deletedAccounts = 0 }) => sum + deletedAccounts, 0)).toBe(5)
  expect(await goodbyes(club)).toBe(5)
  expect(await club.db.rows(sql`select from tombstones`)).toHaveLength(5)
})

test('a purge tells nobody’s screen to read again, and takes nobody else’s posts along', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club, room } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await insertPosts(club, room, mia, 1200)
  await salon.post(tom, { text: 'still here' })
  await leave(club, mia)
  club.clock.advance({ days: 30 })
  const later = await club.session(tom)
  const stream = await club.follow(later)
  await stream.next('ready')
  await purgeHour(club)
  const sent = await salon.post(later, { id: uuid(), text: 'good morning' })
  expect(sent.ok).toBe(true)
  await stream.next('post')
  expect(stream.events.map(({ type }) => type)).toEqual(['ready', 'post'])
  expect(await postsLeft(club)).toBe(2)
})

test('what was purged is written down, and the daily run finds nothing left of it', async () => {
  await using club = await openClub({ now: NOW })
  await leave(club, await club.member())
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await club.db.rows(sql`select rule, removed, is_daily from retention_runs`)).toEqual([
    { rule: 'deletedAccounts', removed: 1, isDaily: false },
  ])
})

test('nobody takes a tombstone away', async () => {
  await using club = await openClub({ now: NOW })
  await club.db.run(sql`insert into tombstones values (${uuid()}, now())`)
  await expect(club.db.run(sql`delete from tombstones`)).rejects.toMatchObject({ code: '42501' })
})
