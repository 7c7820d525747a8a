import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { getProfile } from '#contract/members/profiles.ts'
import { stageFile } from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { sealedFiles } from '#testing/fixtures/documents.ts'
import { photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { until } from '#testing/until.ts'

const BINARY = { 'content-type': 'application/octet-stream' }
const MEGABYTE = 1024 * 1024
type As = { cookie: string } | null

/** An upload that is sent piece by piece, or never to its end. */
function sending(club: Club, as: As, path: string, headers: Record<string, string | number> = {}) {
  const sender = request(club.url + path, {
    method: 'POST',
    headers: {
      origin: club.config.publicUrl,
      ...(as && { cookie: as.cookie }),
      ...BINARY,
      ...headers,
    },
  })
  const answer = new Promise<{ status: number; body: string } | null>((resolve) => {
    sender.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', () => resolve(null))
    })
    sender.on('error', () => resolve(null))
  })
  onTestFinished(() => void sender.destroy())
  return { sender, answer }
}

test('a file without end is cut off soon after its limit', async () => {
  await using club = await openClub()
  const mia = await club.member()
  for (const [path, limit] of [
    [addPhoto.path, 5],
    [`${stageFile.path}?side=front&type=jpeg`, 8],
  ] as const) {
    const { sender, answer } = sending(club, mia, path, { 'transfer-encoding': 'chunked' })
    let isOver = false
    void answer.then(() => (isOver = true))
    let sent = 0
    const piece = Buffer.alloc(MEGABYTE / 4)
    while (!isOver && sent < 64 * MEGABYTE) {
      const isTaken = sender.write(piece)
      sent += piece.length
      if (!isTaken)
        await Promise.race([new Promise((resolve) => sender.once('drain', resolve)), answer])
    }
    const said = await answer
    // told, or cut off while still talking
    if (said) expect(said).toEqual({ status: 413, body: '{"code":"too_large"}' })
    // what waits in the sockets on both sides is not read
    expect(sent, path).toBeLessThan((limit + 16) * MEGABYTE)
  }
  expect(await photoFiles(club)).toEqual([])
})

test('what strangers begin to send takes little of the memory, whatever the net it comes from has open', async () => {
  await using club = await openClub({ config: { trustedProxies: parseNetworks(['127.0.0.1']) } })
  const piece = Buffer.alloc(MEGABYTE / 4 - 1, ' ')
  const begin = (from: string) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': piece.length + 1,
      'x-forwarded-for': from,
    }
    const { sender, answer } = sending(club, null, '/api/webhooks/house', headers)
    sender.write(piece)
    return { sender, answer }
  }
  // sixteen of the largest are all that may wait there for their ends
  const begun = Array.from({ length: 40 }, (_, n) => begin(`203.0.113.${n + 1}`))
  const refused = new Set<number>()
  begun.forEach(({ answer }, n) => void answer.then(() => refused.add(n)))
  await until(() => refused.size === 24)
  expect((await begun[[...refused][0]!]!.answer)?.status).toBe(503)
  const other = begin('198.51.100.7')
  for (const { sender } of [other, ...begun]) if (!sender.writableEnded) sender.end(' ')
  expect((await other.answer)?.status).toBe(404)
  const answers = await Promise.all(begun.map(({ answer }) => answer))
  expect(answers.filter((one) => one?.status === 404)).toHaveLength(16)
})

test('an upload that is cut short leaves nothing, and does not stand in the way of the next', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const bytes = await photo({ width: 1200, height: 900 })
  for (const path of [addPhoto.path, `${stageFile.path}?side=front&type=jpeg`])
    for (let times = 0; times < 20; times += 2) {
      const { sender, answer } = sending(club, mia, path, { 'content-length': bytes.length })
      await new Promise((isOut) => sender.write(bytes.subarray(0, bytes.length - 1), isOut))
      // each time the club has come further with it: it has answered so many other calls
      for (let calls = 0; calls < times; calls += 1)
        expect(await club.call(mia, getProfile, {})).toMatchObject({ ok: true })
      sender.destroy()
      expect(await answer).toBeNull()
    }
  expect(await photoFiles(club)).toEqual([])
  expect((await sealedFiles(club)).size).toBe(0)
  expect(await club.db.rows(sql`select from verification_files`)).toEqual([])
  expect(await club.call(mia, getProfile, {})).toMatchObject({ answer: { photos: [] } })
  await upload(club, mia, bytes)
})

test('one account has only so many uploads under way; the others have theirs', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const half = Array.from({ length: 20 }, () => {
    const one = sending(club, mia, addPhoto.path, { 'content-length': 1000 })
    one.sender.write('half')
    return one
  })
  let refused = 0
  for (const { answer } of half)
    void answer.then((said) => void (refused += said?.status === 429 ? 1 : 0))
  await expect.poll(() => refused).toBe(4)
  const file = await photo()
  expect(await club.call(mia, addPhoto, { file })).toMatchObject({ code: 'too_many_attempts' })
  await upload(club, tom)
  for (const { sender } of half) sender.destroy()
  await expect.poll(() => club.call(mia, addPhoto, { file }).then(({ ok }) => ok)).toBe(true)
})

test('whose session ends while their file is on its way does nothing with it', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const bytes = await photo()
  for (const path of [addPhoto.path, `${stageFile.path}?side=front&type=jpeg`]) {
    const tab = await club.session(mia)
    const { sender, answer } = sending(club, tab, path, { 'content-length': bytes.length })
    await new Promise((isOut) => sender.write(bytes.subarray(0, 100), isOut))
    // the club knows by now whose it is: it has answered others since
    for (let calls = 0; calls < 10; calls += 1) await club.call(mia, getProfile, {})
    await club.db.run(sql`delete from sessions where id = ${tab.sessionId}`)
    sender.end(bytes.subarray(100))
    expect(await answer).toEqual({ status: 401, body: '{"code":"not_signed_in"}' })
  }
  expect(await photoFiles(club)).toEqual([])
  expect((await sealedFiles(club)).size).toBe(0)
})

test('who is suspended while their file is on its way does nothing with it; an exchanged token changes nothing', async () => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const [mia, tom] = [await club.member(), await club.member()]
  const bytes = await photo()
  const begin = async (who: TestMember) => {
    const { sender, answer } = sending(club, who, addPhoto.path, { 'content-length': bytes.length })
    await new Promise((isOut) => sender.write(bytes.subarray(0, 100), isOut))
    for (let calls = 0; calls < 10; calls += 1) await club.call(who, getProfile, {})
    return () => {
      sender.end(bytes.subarray(100))
      return answer
    }
  }
  const [endOfMia, endOfTom] = [await begin(mia), await begin(tom)]
  await suspendMember(club, mia)
  expect(JSON.parse((await endOfMia())?.body ?? '')).toMatchObject({ code: 'suspended' })
  expect(await photoFiles(club)).toEqual([])
  // as another tab of the same browser does, longer ago than the former token is good
  await club.db.run(sql`
    update sessions set token_hash = sha256(token_hash), token_since = '2026-05-04T19:00:00Z'
    where user_id = ${tom.userId}`)
  expect(await endOfTom()).toMatchObject({ status: 200 })
})

test('a member who may not upload gets the refusal before their file has arrived', async () => {
  await using club = await openClub()
  const suspended = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  for (const [as, code] of [
    [null, 'not_signed_in'],
    [suspended, 'suspended'],
  ] as const) {
    const { sender, answer } = sending(club, as, addPhoto.path, {
      'content-length': 4 * MEGABYTE,
    })
    sender.write('the rest never comes')
    expect(JSON.parse((await answer)?.body ?? '')).toMatchObject({ code })
    sender.destroy()
  }
})

test('no form of another site can upload', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const file = await photo()
  const tried = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ]
  for (const headers of tried)
    expect(await club.call(mia, addPhoto, { file }, { headers })).toMatchObject({
      code: 'invalid_input',
    })
  const headers = { origin: 'https://elsewhere.example' }
  expect(await club.call(mia, addPhoto, { file }, { headers })).toMatchObject({
    code: 'foreign_origin',
  })
  expect(await photoFiles(club)).toEqual([])
})

test('a photo that is removed while it is looked at is shown whole or not at all', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  for (let times = 0; times < 5; times += 1) {
    const photoId = await upload(club, mia)
    const where = { memberId: mia.userId, photoId }
    const [removed, ...seen] = await Promise.all([
      club.call(mia, removePhoto, { params: { photoId } }),
      ...Array.from({ length: 8 }, () => see(club, tom, where)),
    ])
    expect(removed).toMatchObject({ ok: true })
    for (const shown of seen) {
      expect([200, 404]).toContain(shown.status)
      const length = (await shown.arrayBuffer()).byteLength
      if (shown.status === 200) expect(String(length)).toBe(shown.headers.get('content-length'))
    }
    expect((await see(club, tom, where)).status).toBe(404)
  }
})
