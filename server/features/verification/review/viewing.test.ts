import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { logOut } from '#contract/accounts/session.ts'
import { errors } from '#contract/errors.ts'
import {
  decideSubmission,
  getSubmission,
  listSubmissions,
  openImage,
} from '#contract/verification/review.ts'
import { getVerification, type Side } from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { handInDocuments } from '#testing/fixtures/documents.ts'
import { breakAudit } from '#testing/club/database/owner.ts'
import {
  documentBytes,
  insertSubmission,
  lookAtImage,
  openLink,
  proveSession,
  readTraces,
} from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'

const NOW = '2026-06-15T12:00:00Z'

async function reviewing(club: Club, fields: { sides?: Side[]; padding?: number } = {}) {
  const admin = await club.member({ isAdmin: true })
  const member = await club.member()
  const submission = await insertSubmission(club, member, fields)
  await proveSession(club, admin)
  const { id } = submission
  const open = (side: Side, as: { cookie: string } = admin, submissionId = id) =>
    club.call(as, openImage, { params: { submissionId }, body: { side } })
  const urlOf = async (side: Side = 'front') => {
    const opened = await open(side)
    if (!opened.ok) throw new Error(opened.code)
    return opened.answer.url
  }
  return { admin, member, id, paths: submission.paths, open, urlOf }
}

const ask = (club: Club, as: { cookie: string } | null, url: string, method = 'GET') =>
  fetch(club.url + url, {
    method,
    headers: { origin: club.config.publicUrl, ...(as && { cookie: as.cookie }) },
  })
const codeOf = async (asked: Promise<Response>) => {
  const answer = await asked
  if (answer.ok) return 'ok'
  const text = await answer.text()
  expect(text).not.toContain('canary')
  return (JSON.parse(text) as { code: string }).code
}

test('an admin sees each side as it was stored, and it is kept nowhere', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, id, open } = await reviewing(club)
  for (const side of ['front', 'back', 'selfie'] as const) {
    const opened = await open(side)
    if (!opened.ok) throw new Error(opened.code)
    expect(opened.answer.expiresAt).toBe('2026-06-15T12:05:00.000Z')
    const image = await ask(club, admin, opened.answer.url)
    expect(image.status).toBe(200)
    expect(Buffer.from(await image.arrayBuffer())).toEqual(documentBytes(id, side))
    const headers = Object.fromEntries(image.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(headers).not.toHaveProperty('etag')
  }
})

test('what a member hands in is what a reviewer sees, and the member reads that it was looked at', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member()
  expect(await handInDocuments(club, mia)).toMatchObject({ status: 'pending', views: [] })
  await proveSession(club, admin)
  const listed = await club.call(admin, listSubmissions, { query: { filter: 'queue' } })
  if (!listed.ok) throw new Error(listed.code)
  const { id = '', username } = listed.answer.submissions[0] ?? {}
  expect(username).toBe(mia.username)

  const link = await openLink(club, admin, id, 'selfie')
  const image = await ask(club, admin, `/api/admin/verifications/${id}/images/selfie?link=${link}`)
  const { format } = await sharp(await image.arrayBuffer()).metadata()
  expect(format).toBe('jpeg')
  await lookAtImage(club, admin, id)
  const checklist = {
    photoMatches: true,
    documentValid: true,
    birthdateMatches: true,
    isAdult: true,
  }
  await club.call(admin, decideSubmission, {
    params: { submissionId: id },
    body: { decision: 'verified', checklist },
  })
  const { answer } = (await club.call(mia, getVerification, {})) as { answer: unknown }
  expect(answer).toMatchObject({
    status: 'verified',
    method: 'id_manual',
    views: expect.arrayContaining([
      { at: '2026-06-15T12:00:00.000Z', side: 'selfie', purpose: 'review' },
    ]),
  })
  expect(JSON.stringify(answer)).not.toContain(admin.userId)
})

const entryOf = (as: { userId: string | null }, of: { userId: string | null }, id: string) => ({
  actorId: as.userId,
  subjectId: of.userId,
  details: { submission: id, side: 'front', purpose: 'review' },
})
const seenBy = async (club: Club, admin: { cookie: string }, submissionId: string) => {
  const got = await club.call(admin, getSubmission, { params: { submissionId } })
  if (!got.ok) throw new Error(got.code)
  return got.answer.seen
}

test('each picture that went out is written down, in part or to somebody who has it already too', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, member, id, urlOf } = await reviewing(club)
  const url = await urlOf()
  for (const headers of [{}, { range: 'bytes=0-0' }, { 'if-none-match': '*' }]) {
    const image = await fetch(club.url + url, { headers: { cookie: admin.cookie, ...headers } })
    expect(image.status).toBe(200)
    expect(Buffer.from(await image.arrayBuffer())).toEqual(documentBytes(id, 'front'))
  }
  const viewed = { action: 'id_viewed', ...entryOf(admin, member, id) }
  const granted = { ...viewed, action: 'id_view_granted' }
  expect(await readTraces(club)).toEqual([granted, viewed, viewed, viewed])
})

test('who asks for the headers alone has seen nothing', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, id, urlOf } = await reviewing(club)
  const url = await urlOf()
  const head = await ask(club, admin, url, 'HEAD')
  expect(head.status).toBe(200)
  expect(head.headers.get('content-type')).toBe('image/jpeg')
  expect((await ask(club, admin, url.slice(0, -1), 'HEAD')).status).toBe(errors.link_expired)
  expect((await readTraces(club)).map(({ action }) => action)).not.toContain('id_viewed')
  expect(await seenBy(club, admin, id)).toEqual([])
})

test('a picture that broke off on its way was not looked at, until it comes whole', async () => {
  await using club = await openClub({ now: NOW })
  // more than the line between them holds by itself
  const large = { sides: ['front'] as Side[], padding: 20_000_000 }
  const { admin, member, id, urlOf } = await reviewing(club, large)
  const url = await urlOf()
  const hangUp = new AbortController()
  const headers = { cookie: admin.cookie }
  await fetch(club.url + url, { headers, signal: hangUp.signal })
  expect(await seenBy(club, admin, id)).toEqual(['front'])
  hangUp.abort()
  await until(async () => (await seenBy(club, admin, id)).length === 0)
  const cutOff = { action: 'id_view_cut_off', ...entryOf(admin, member, id) }
  expect(await readTraces(club)).toContainEqual(cutOff)
  await ask(club, admin, url).then((image) => image.arrayBuffer())
  expect(await seenBy(club, admin, id)).toEqual(['front'])
})

test('a link is good for 300 seconds and not for 301', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, urlOf } = await reviewing(club)
  const url = await urlOf()
  club.clock.advance({ seconds: 300 })
  expect(await codeOf(ask(club, admin, url))).toBe('ok')
  club.clock.advance({ seconds: 1 })
  expect(await codeOf(ask(club, admin, url))).toBe('link_expired')
  club.clock.set('2026-06-15T11:59:00Z')
  expect(await codeOf(ask(club, admin, url))).toBe('link_expired')
})

test('a link opens one side of one submission in the session it was made for', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, member, id, urlOf } = await reviewing(club)
  const url = await urlOf('front')
  const other = await club.member({ isAdmin: true })
  await proveSession(club, other)
  const elsewhere = await club.session(admin)
  await proveSession(club, admin)
  const another = await insertSubmission(club, await club.member())
  const link = url.split('link=')[1]!
  club.clock.advance({ seconds: 100 })
  const later = (parseInt(link, 36) + 60_000).toString(36)
  const tried = {
    'by another admin': ask(club, other, url),
    'in another session of the same admin': ask(club, elsewhere, url),
    'for another side': ask(club, admin, url.replace('/front', '/back')),
    'for another submission': ask(club, admin, url.replace(id, another.id)),
    prolonged: ask(club, admin, url.replace(/link=\w+/, `link=${later}`)),
    'cut short': ask(club, admin, url.slice(0, -1)),
    'made up': ask(club, admin, url.replace(/link=.*/, `link=${later}.${'A'.repeat(43)}`)),
    empty: ask(club, admin, url.replace(/link=.*/, 'link=')),
  }
  for (const [how, asked] of Object.entries(tried))
    expect(await codeOf(asked), how).toBe('link_expired')
  expect(await codeOf(ask(club, null, url))).toBe('not_signed_in')
  expect(await codeOf(ask(club, member, url))).toBe('42501')
  expect(await codeOf(ask(club, admin, url, 'POST'))).toBe('PGRST116')
  expect((await readTraces(club)).filter(({ action }) => action === 'id_viewed')).toEqual([])
  expect(await codeOf(ask(club, admin, url))).toBe('ok')
})

test('a link ends with the session, and with the right to review', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, urlOf } = await reviewing(club)
  const url = await urlOf()
  await club.db.run(sql`delete from user_roles where user_id = ${admin.userId}`)
  expect(await codeOf(ask(club, admin, url))).toBe('42501')
  await club.db.run(sql`insert into user_roles values (${admin.userId}, 'admin')`)
  expect(await codeOf(ask(club, admin, url))).toBe('ok')
  await club.call(admin, logOut, {})
  expect(await codeOf(ask(club, admin, url))).toBe('not_signed_in')
})

test('a link made by one server process opens at another', async () => {
  await using club = await openClub({ now: NOW })
  const second = await club.secondServer()
  const { admin, urlOf } = await reviewing(club)
  const url = second.url + (await urlOf())
  expect((await fetch(url, { headers: { cookie: admin.cookie } })).status).toBe(200)
})

test('nobody opens what they handed in themselves', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, open, urlOf } = await reviewing(club)
  const own = await insertSubmission(club, admin)
  expect(await open('front', admin, own.id)).toMatchObject({ code: 'own_submission' })
  const url = (await urlOf()).replace(/verifications\/[^/]+/, `verifications/${own.id}`)
  expect(await codeOf(ask(club, admin, url))).toBe('own_submission')
})

test('without a trace there is no image, and no link to one', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, open, urlOf } = await reviewing(club)
  const url = await urlOf()
  const mend = await breakAudit(club)
  expect(await open('front')).toMatchObject({ code: 'unavailable', status: 503 })
  expect(await codeOf(ask(club, admin, url))).toBe('unavailable')
  await mend()
  expect(await codeOf(ask(club, admin, url))).toBe('ok')
})

test('what was never handed in, or is shredded, is not found', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, id, open, urlOf } = await reviewing(club, { sides: ['front', 'selfie'] })
  expect(await open('back')).toMatchObject({ code: 'PGRST116' })
  expect(await open('front', admin, uuid())).toMatchObject({ code: 'PGRST116' })
  const url = await urlOf()
  await club.db.run(sql`
    delete from id_file_keys where file_id in
      (select id from verification_files where submission_id = ${id})`)
  expect(await open('front')).toMatchObject({ code: 'PGRST116' })
  expect(await codeOf(ask(club, admin, url))).toBe('PGRST116')
})

test("with its month's key the links to an image go, too", async () => {
  await using club = await openClub({ now: NOW })
  const { admin, open, urlOf } = await reviewing(club)
  const url = await urlOf()
  await club.app.keys.destroy('2026-06')
  expect(await codeOf(ask(club, admin, url))).toBe('link_expired')
  expect(await open('front')).toMatchObject({ code: 'PGRST116' })
})

test('a file that was changed on the disk is not shown, and was seen by nobody; the link to it is on record', async () => {
  await using club = await openClub({ now: NOW })
  const { admin, paths, urlOf } = await reviewing(club)
  const url = await urlOf()
  await writeFile(join(club.dataDir, 'files', 'id-uploads', paths[0]!), documentBytes('x', 'front'))
  expect(await codeOf(ask(club, admin, url))).toBe('unexpected')
  expect((await readTraces(club)).at(-1)).toMatchObject({ action: 'id_view_granted' })
})
