import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getExport, openExport, requestExport } from '#contract/privacy/ownData.ts'
import { listOwnRequests } from '#contract/privacy/dataRequests.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { askForCopy, filesOfCopy, linkToCopy, take, unzip } from '#testing/privacy/exports.ts'
import { insertSubmission, proveSession } from '#testing/fixtures/submissions.ts'
import { sweepExports } from './exports.sweep.ts'

/** The next day has begun in Berlin. */
const NOW = '2026-11-21T23:30:00Z'

/** The archives there are, and whatever else lies beside them. */
async function archives({ dataDir }: Club): Promise<string[]> {
  const folder = join(dataDir, 'files', 'exports')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort()
}
const ready = async (club: Club, fields: Parameters<Club['member']>[0] = {}) => {
  const mia = await club.member(fields)
  const { id } = await askForCopy(club, mia)
  await club.app.jobs.drain()
  return { mia, id }
}
const state = async (club: Club, who: { cookie: string }) => {
  const got = await club.call(who, getExport, {})
  return got.ok ? got.answer.export : null
}
const refused = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
})

test('a copy is asked for once, built, told of by mail, and fetched by a link', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  expect(await club.call(mia, getExport, {})).toMatchObject({ answer: { export: null } })
  const requested = await askForCopy(club, mia)
  expect(requested).toMatchObject({ state: 'waiting', progress: 0, readyAt: null, bytes: null })
  expect(requested.nextAt).toBe('2026-11-22T23:30:00.000Z')

  const [mail] = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(await state(club, mia)).toMatchObject({
    id: requested.id,
    state: 'ready',
    progress: 100,
    readyAt: '2026-11-21T23:30:00.000Z',
    expiresAt: '2026-11-28T23:30:00.000Z',
    bytes: expect.any(Number),
  })
  // no data in the mail, and only a secret in the fragment, which no server sees
  expect(mail?.text).not.toContain(mia.username)
  const token = new RegExp(`${club.config.publicUrl}/settings#export=([\\w-]{43})`).exec(
    mail?.text ?? '',
  )?.[1]
  await proveSession(club, mia)
  const response = await take(club, mia, token!)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="parlour-2026-11-22.zip"',
    'cache-control': 'no-store',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBe((await state(club, mia))?.bytes)
  expect([...(await unzip(bytes)).keys()].sort()).toEqual([
    'export.json',
    'export.schema.json',
    'index.html',
    'posts.csv',
  ])
  // it is on record as what it is
  expect(await club.call(mia, listOwnRequests, {})).toMatchObject({
    answer: { requests: [{ kind: 'access', text: null, closedAt: '2026-11-21T23:30:00.000Z' }] },
  })
})

test.each([
  ['Café Zürich', 'cafe-zurich'],
  ['夜会', 'club'],
])(
  'the file of a copy is called after the club, in letters every system has: %s',
  async (name, file) => {
    await using club = await openClub({ now: NOW, config: { clubName: name } })
    const { mia } = await ready(club)
    const copy = await take(club, mia, await linkToCopy(club, mia), { method: 'HEAD' })
    expect(copy.headers.get('content-disposition')).toBe(
      `attachment; filename="${file}-2026-11-22.zip"`,
    )
  },
)

test('without a fresh proof nothing is built, linked to or given', async () => {
  await using club = await openClub({ now: NOW })
  const { mia } = await ready(club)
  const token = await linkToCopy(club, mia)
  const ben = await club.member()
  expect(await club.call(ben, requestExport, {})).toMatchObject({ code: 'proof_needed' })
  club.clock.advance({ minutes: 11 })
  expect(await club.call(mia, openExport, {})).toMatchObject({ code: 'proof_needed' })
  expect(await refused(await take(club, mia, token))).toEqual({ status: 403, code: 'proof_needed' })
  expect(await refused(await take(club, null, token))).toMatchObject({ code: 'not_signed_in' })
  await proveSession(club, mia)
  expect((await take(club, mia, token)).status).toBe(200)
})

test('a link is good once, for its owner alone, and looking whether it is there costs nothing', async () => {
  await using club = await openClub({ now: NOW })
  const { mia } = await ready(club)
  const ben = await club.member()
  await proveSession(club, ben)
  const token = await linkToCopy(club, mia)
  expect(await refused(await take(club, ben, token))).toEqual({ status: 404, code: 'PGRST116' })
  expect(await refused(await take(club, mia, 'x'.repeat(43)))).toMatchObject({ code: 'PGRST116' })
  expect((await take(club, mia, token, { method: 'HEAD' })).status).toBe(200)
  const [first, second] = await Promise.all([take(club, mia, token), take(club, mia, token)])
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 410]))
  expect(await refused(await take(club, mia, token))).toEqual({ status: 410, code: 'gone' })
})

test('a download that breaks off costs the link and nothing else', async () => {
  await using club = await openClub({ now: NOW })
  const { mia } = await ready(club)
  const token = await linkToCopy(club, mia)
  const abort = new AbortController()
  await take(club, mia, token, { signal: abort.signal })
  abort.abort()
  expect((await take(club, mia, token)).status).toBe(410)
  const again = await take(club, mia, await linkToCopy(club, mia))
  expect((await unzip(Buffer.from(await again.arrayBuffer()))).has('export.json')).toBe(true)
})

test('of twenty at once one is built, and the next a day later', async () => {
  await using club = await openClub({ now: NOW })
  const second = await club.secondServer()
  const mia = await club.member()
  await proveSession(club, mia)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      club.call(mia, requestExport, {}, { url: n % 2 ? second.url : club.url }),
    ),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  for (const one of responses)
    if (!one.ok)
      expect(one).toMatchObject({ code: 'export_too_soon', body: { retryAfter: 86_400 } })
  await club.app.jobs.drain()
  expect(await archives(club)).toHaveLength(1)

  club.clock.advance({ hours: 23, minutes: 59 })
  await proveSession(club, mia)
  expect(await club.call(mia, requestExport, {})).toMatchObject({ code: 'export_too_soon' })
  club.clock.advance({ minutes: 1 })
  const { id } = await askForCopy(club, mia)
  await club.app.jobs.drain()
  // the new one takes the place of the old
  expect(await archives(club)).toEqual([`${id}/${(await filesOfCopy(club, id))[0]}`])
})

test('after seven days the copy is gone, on the disk too', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, id } = await ready(club)
  const token = await linkToCopy(club, mia)
  club.clock.advance({ days: 7, minutes: -1 })
  await sweepExports(club.app)
  expect(await archives(club)).toEqual([`${id}/${(await filesOfCopy(club, id))[0]}`])
  club.clock.advance({ minutes: 1 })
  await proveSession(club, mia)
  // before anybody swept
  expect(await refused(await take(club, mia, token))).toEqual({ status: 410, code: 'gone' })
  expect(await club.call(mia, openExport, {})).toMatchObject({ code: 'PGRST116' })
  expect(await state(club, mia)).toMatchObject({ state: 'expired' })
  expect(await sweepExports(club.app)).toEqual({ exports: 1 })
  expect(await archives(club)).toEqual([])
  expect(await state(club, mia)).toMatchObject({ state: 'expired' })
  const stored = await club.db.row(
    sql`select from exports where wrapped is not null or epoch is not null`,
  )
  expect(stored).toBeUndefined()
})

test('what lies on the disk is sealed, and opens nowhere else', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, id } = await ready(club, { username: 'canary-username' })
  const [name = ''] = await archives(club)
  const path = join(club.dataDir, 'files', 'exports', name)
  const sealed = await readFile(path)
  expect(sealed.subarray(0, 2).toString()).not.toBe('PK')
  expect(sealed.includes('index.html')).toBe(false)
  const row = await club.db.row<{ epoch: string; wrapped: Buffer }>(
    sql`select epoch, wrapped from exports where id = ${id}`,
  )
  const stolen = { userId: (await club.member()).userId, archiveId: id }
  const opened = await club.app.archives.read(stolen, row!)
  await expect(opened!.toArray()).rejects.toThrow()
  // changed on the disk: the download breaks off rather than bring something else
  sealed[sealed.length - 1]! ^= 1
  await writeFile(path, sealed)
  const token = await linkToCopy(club, mia)
  const broken = take(club, mia, token).then((response) => response.arrayBuffer())
  await expect(broken).rejects.toThrow()
})

test('a copy of a version that called every file the same is opened still', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, id } = await ready(club)
  const folder = join(club.dataDir, 'files', 'exports', id)
  const [name = ''] = await readdir(folder)
  await rename(join(folder, name), join(folder, 'archive'))
  expect((await take(club, mia, await linkToCopy(club, mia))).status).toBe(200)
})

test('the key of a copy moves on with the months', async () => {
  await using club = await openClub({ now: '2026-11-29T12:00:00Z' })
  const { mia } = await ready(club)
  club.clock.set('2026-12-01T00:30:00Z')
  const turn = async () => {
    await club.app.jobs.send(club.db, 'turn_month', {})
    await club.app.jobs.drain()
  }
  await turn()
  await turn()
  expect(await club.app.keys.epochs()).toEqual(['2026-12'])
  expect((await take(club, mia, await linkToCopy(club, mia))).status).toBe(200)
})

test('a copy goes when a document in it is shredded', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  await club.db.run(sql`
    update verification_submissions set status = 'verified', decided_at = created_at where id = ${id}`)
  club.clock.advance({ days: 29 })
  await askForCopy(club, mia)
  await club.app.jobs.drain()
  const token = await linkToCopy(club, mia)
  expect(await state(club, mia)).toMatchObject({ state: 'ready', isVoid: false })
  club.clock.advance({ days: 1, minutes: 1 })
  await club.app.jobs.send(club.db, 'shred_documents', {})
  await club.app.jobs.drain()
  // a month later they sign in anew
  const back = { ...mia, ...(await club.session(mia)) }
  await proveSession(club, mia)
  expect((await take(club, back, token)).status).toBe(410)
  // and that is what is said of it, not that its days were over
  expect(await state(club, back)).toMatchObject({ state: 'expired', isVoid: true })
  await sweepExports(club.app)
  expect(await archives(club)).toEqual([])
  expect(await state(club, back)).toMatchObject({ state: 'expired', isVoid: true })
})

test('one that never came is given up after a day, and another can be asked for', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await askForCopy(club, mia)
  await club.db.run(sql`update exports set state = 'building'`)
  club.clock.advance({ hours: 24 })
  await sweepExports(club.app)
  expect(await state(club, mia)).toMatchObject({ state: 'failed' })
  expect(Date.parse((await state(club, mia))!.nextAt)).toBeLessThanOrEqual(
    club.app.now().getTime() - 24 * HOUR_MS,
  )
  await askForCopy(club, mia)
})
