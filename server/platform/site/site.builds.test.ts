import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { countPausing } from '#testing/club/database/waiting.ts'
import { makeSlowFile } from '#testing/fixtures/slowFile.ts'
import { keepBuild, nameBuild } from './site.builds.ts'

type Club = Awaited<ReturnType<typeof openClub>>

/** A build of the web app, of which a process of the club starts. */
async function startBuild({ app, clock }: Club, files: Record<string, string>): Promise<string> {
  const siteFolder = await mkdtemp(join(tmpdir(), 'club-build-'))
  onTestFinished(() => rm(siteFolder, { recursive: true }))
  await mkdir(join(siteFolder, 'assets'))
  for (const [name, text] of Object.entries(files))
    await writeFile(join(siteFolder, 'assets', name), text)
  clock.advance({ minutes: 1 })
  const build = await nameBuild(siteFolder)
  await keepBuild({ ...app, siteFolder, build })
  await app.bus.flush()
  return build!
}

const ask = async ({ url }: { url: string }, name: string) => {
  const answer = await fetch(`${url}/assets/${name}`, { headers: { 'accept-encoding': 'br' } })
  return [answer.status, answer.headers.get('cache-control'), await answer.text()]
}
/** The club of a test has no app to say in words that a file is not there. */
const isShown = async (club: { url: string }, name: string) => (await ask(club, name))[0] === 200
const FOR_EVER = 'public, max-age=31536000, immutable'

test('a page of another build finds its files at every process of the club', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const other = await club.secondServer()
  await startBuild(club, { 'room-a1.js': 'one', 'room-a1.js.br': 'packed', 'same-00.css': 'a{}' })
  for (const process of [club, other])
    expect(await ask(process, 'room-a1.js')).toEqual([200, FOR_EVER, 'one'])
  // a process of the next one starts while these answer
  await startBuild(club, { 'room-b2.js': 'two', 'same-00.css': 'a{}' })
  for (const process of [club, other]) {
    expect(await ask(process, 'room-b2.js')).toEqual([200, FOR_EVER, 'two'])
    expect(await ask(process, 'room-a1.js')).toEqual([200, FOR_EVER, 'one'])
    expect(await ask(process, 'same-00.css')).toEqual([200, FOR_EVER, 'a{}'])
  }
})

test('who reads a build from a slow disk has nobody who starts meanwhile wait', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const siteFolder = await mkdtemp(join(tmpdir(), 'club-build-'))
  onTestFinished(() => rm(siteFolder, { recursive: true }))
  await mkdir(join(siteFolder, 'assets'))
  const file = makeSlowFile(join(siteFolder, 'assets', 'room-a1.js'))
  const keeping = keepBuild({ ...club.app, siteFolder, build: await nameBuild(siteFolder) })
  const come = await file.untilAwaited()
  const pausing = await countPausing(club)
  await come('one')
  await keeping
  await club.app.bus.flush()
  expect(pausing).toBe(0)
  expect(await isShown(club, 'room-a1.js')).toBe(true)
})

test('three builds are kept, the last to be started; what nobody has is not found', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const build = (name: string) => startBuild(club, { [`${name}.js`]: name })
  for (const name of ['one', 'two', 'three', 'one', 'four']) await build(name)
  const found = await Promise.all(
    ['one', 'two', 'three', 'four', 'none'].map((name) => isShown(club, `${name}.js`)),
  )
  expect(found).toEqual([true, false, true, true, false])
})

test('two processes of a build that start at once keep it once', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const files = { 'room-a1.js': 'one', 'room-a1.css': 'a{}' }
  const [first, second] = await Promise.all([startBuild(club, files), startBuild(club, files)])
  expect(first).toBe(second)
  expect(await club.db.rows(sql`select path from build_files order by path`)).toEqual([
    { path: '/assets/room-a1.css' },
    { path: '/assets/room-a1.js' },
  ])
})

test('what somebody else wrote into the database is shown to nobody', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  await startBuild(club, { 'room-a1.js': 'one', 'shop-a1.js': 'two' })
  await club.db.run(
    sql`update build_files set content = 'steal()' where path = '/assets/room-a1.js'`,
  )
  // a true mark of another file is none of this one
  await club.db.run(sql`insert into build_files
    select build, '/assets/new-a1.js', content, mark, kept_at from build_files where path = '/assets/shop-a1.js'`)
  await club.app.bus.flush()
  const other = await club.secondServer()
  const found = ['room-a1.js', 'new-a1.js', 'shop-a1.js'].map((name) => isShown(other, name))
  expect(await Promise.all(found)).toEqual([false, false, true])
})
