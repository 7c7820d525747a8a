import { expect, test } from 'vitest'
import { addPhoto, orderPhotos, removePhoto } from '#contract/members/ownPhotos.ts'
import { getMember, getProfile } from '#contract/members/profiles.ts'
import { limits, rates } from '#contract/limits.ts'
import { sql } from '#server/platform/database/database.ts'
import { Decoder } from '#server/platform/decoding/decoder.ts'
import { openClub } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto, photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'

const listMemberFiles = (userId: string, ...photoIds: string[]) =>
  photoIds.flatMap((id) => [`${userId}/${id}-1280.webp`, `${userId}/${id}-320.webp`]).sort()

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is taken, and shown as two WebP',
  async (format) => {
    await using club = await openClub()
    const mia = await club.member()
    const file = await photo({ width: 1600, height: 1200, format })
    const added = await club.call(mia, addPhoto, { file })
    if (!added.ok) throw new Error(added.code)
    const { photoId, photos } = added.answer
    expect(photos).toEqual([photoId])
    expect(await photoFiles(club)).toEqual(listMemberFiles(mia.userId, photoId))
    for (const size of ['320', '1280'] as const) {
      const seen = await see(club, mia, { memberId: mia.userId, photoId, size })
      expect(seen.status).toBe(200)
      expect(seen.headers.get('content-type')).toBe('image/webp')
    }
  },
)

test('photos come in the order in which they were added, the first is the portrait', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const photos = [await upload(club, mia), await upload(club, mia), await upload(club, mia)]
  expect(await club.call(mia, getProfile, {})).toMatchObject({ answer: { photos } })
})

test.each([
  ['a GIF', async () => photo({ format: 'gif' }), 'wrong_file_type', 415],
  ['a page', async () => new TextEncoder().encode('<!doctype html>'), 'wrong_file_type', 415],
  ['a drawing', async () => new TextEncoder().encode('<svg xmlns="x"/>'), 'wrong_file_type', 415],
  ['a PDF', async () => new TextEncoder().encode('%PDF-1.7\n'), 'wrong_file_type', 415],
  ['nothing', async () => new Uint8Array(), 'wrong_file_type', 415],
  ['half a photo', async () => (await photo()).slice(0, 300), 'unreadable_image', 422],
  [
    'words that begin like a photo',
    async () => new Uint8Array(Buffer.from('\xff\xd8\xff\xe0 hello', 'latin1')),
    'unreadable_image',
    422,
  ],
  [
    'a photo of more than 40 megapixels',
    async () => photo({ width: 8000, height: 5001, format: 'png' }),
    'too_many_pixels',
    422,
  ],
] as const)('%s is refused, and nothing is kept', async (_, file, code, status) => {
  await using club = await openClub()
  const mia = await club.member()
  const refused = await club.call(mia, addPhoto, { file: await file() })
  expect(refused).toMatchObject({ ok: false, status, body: { code } })
  expect(await photoFiles(club)).toEqual([])
  expect(await club.call(mia, getProfile, {})).toMatchObject({ answer: { photos: [] } })
})

test('5 MB are taken, one byte more is not', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const file = new Uint8Array(limits.photoBytes + 1)
  file.set(await photo())
  expect(await club.call(mia, addPhoto, { file })).toMatchObject({ status: 413 })
  // what follows a whole picture is not kept with it
  const taken = await upload(club, mia, file.slice(0, -1))
  const seen = await see(club, mia, { memberId: mia.userId, photoId: taken })
  expect((await seen.arrayBuffer()).byteLength).toBeLessThan(10_000)
})

test('of ten photos at once eight get in, and nothing is left of the others', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const file = await photo()
  const answers = await Promise.all(
    Array.from({ length: limits.photos + 2 }, () => club.call(mia, addPhoto, { file })),
  )
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))
  expect(refused).toEqual(['photo_limit_reached', 'photo_limit_reached'])
  const profile = await club.call(mia, getProfile, {})
  const photos = profile.ok ? profile.answer.photos : []
  expect(new Set(photos).size).toBe(limits.photos)
  expect(await photoFiles(club)).toEqual(listMemberFiles(mia.userId, ...photos))

  expect(await club.call(mia, addPhoto, { file })).toMatchObject({
    status: 409,
    body: { code: 'photo_limit_reached' },
  })
  await club.call(mia, removePhoto, { params: { photoId: photos[0]! } })
  expect(await club.call(mia, addPhoto, { file })).toMatchObject({ ok: true })
})

test('uploads are limited, good ones and bad ones', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const mia = await club.member()
  const file = new Uint8Array([1, 2, 3])
  for (let count = 0; count < rates.photoUpload.max; count += 1)
    expect(await club.call(mia, addPhoto, { file })).toMatchObject({ code: 'wrong_file_type' })
  expect(await club.call(mia, addPhoto, { file: await photo() })).toMatchObject({
    status: 429,
    body: { code: 'too_many_attempts', retryAfter: 3600 },
  })
  expect(await club.call(await club.member(), addPhoto, { file: await photo() })).toMatchObject({
    ok: true,
  })
  club.clock.advance({ hours: 1 })
  expect(await club.call(mia, addPhoto, { file: await photo() })).toMatchObject({ ok: true })
})

test('photos are put in another order, and only in an order of what is there', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const [a, b, c] = [await upload(club, mia), await upload(club, mia), await upload(club, mia)]
  const order = (...photos: string[]) => club.call(mia, orderPhotos, { body: { photos } })
  expect(await order(c, a, b.toUpperCase())).toMatchObject({ answer: { photos: [c, a, b] } })

  const strange = await insertPhoto(club, (await club.member()).userId)
  for (const wrong of [[], [a, b], [a, a, b], [a, b, strange], [a, b, c, strange], [a, b, c, c]])
    expect(await order(...wrong)).toMatchObject({ ok: true, answer: { photos: [c, a, b] } })
  // one that went meanwhile
  await club.call(mia, removePhoto, { params: { photoId: a } })
  expect(await order(a, b, c)).toMatchObject({ answer: { photos: [c, b] } })
  const nine = Array.from({ length: limits.photos + 1 }, () => uuid())
  expect(await order(...nine)).toMatchObject({ body: { code: 'invalid_input' } })
})

test('a removed photo is gone, row and bytes, and removing it again is no matter', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const [gone, remaining] = [await upload(club, mia), await upload(club, mia)]
  const params = { photoId: gone }
  const left = { ok: true, answer: { photos: [remaining] } }
  expect(await club.call(mia, removePhoto, { params })).toMatchObject(left)
  expect(await photoFiles(club)).toEqual(listMemberFiles(mia.userId, remaining))
  expect((await see(club, tom, { memberId: mia.userId, ...params })).status).toBe(404)
  expect(await club.call(mia, removePhoto, { params })).toMatchObject(left)
})

test('a removal cut short before the bytes went is finished by the next try', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const photoId = await upload(club, mia)
  await club.db.run(sql`update profiles set photos = '{}' where id = ${mia.userId}`)
  expect(await photoFiles(club)).toHaveLength(2)
  expect(await club.call(mia, removePhoto, { params: { photoId } })).toMatchObject({ ok: true })
  expect(await photoFiles(club)).toEqual([])
})

test('nobody removes, orders or takes over another’s photo', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const photoId = await upload(club, mia)
  const own = await upload(club, tom)
  expect(await club.call(tom, removePhoto, { params: { photoId } })).toMatchObject({
    ok: true,
    answer: { photos: [own] },
  })
  expect(await club.call(tom, orderPhotos, { body: { photos: [photoId] } })).toMatchObject({
    answer: { photos: [own] },
  })
  expect(await club.call(mia, getProfile, {})).toMatchObject({ answer: { photos: [photoId] } })
  expect((await see(club, tom, { memberId: mia.userId, photoId })).status).toBe(200)
  // nor is it found under another name
  expect((await see(club, tom, { memberId: tom.userId, photoId })).status).toBe(404)
})

test('a photo is shown to members alone, as long as its owner is shown', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const mia = await club.member()
  const photoId = await upload(club, mia)
  const where = { memberId: mia.userId, photoId }
  const seenBy = async (as: { cookie: string } | null, place = where) => {
    const answer = await see(club, as, place)
    return answer.ok ? answer.status : ((await answer.json()) as { code: string }).code
  }
  const tom = await club.member()
  expect(await seenBy(tom)).toBe(200)
  expect(await seenBy(null)).toBe('not_signed_in')
  expect(await seenBy(await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' }))).toBe(
    'suspended',
  )
  const waiting = await club.member({ isAdmitted: false })
  expect(await seenBy(waiting)).toBe('PGRST116')
  const own = { memberId: waiting.userId, photoId: await upload(club, waiting) }
  expect(await seenBy(waiting, own)).toBe(200)
  expect(await seenBy(tom, own)).toBe('PGRST116')
  expect(await seenBy(tom, { ...where, photoId: uuid() })).toBe('PGRST116')
  expect(await seenBy(tom, { ...where, memberId: uuid() })).toBe('PGRST116')
  expect(await seenBy(tom, { ...where, memberId: '..' })).toBe('PGRST116')
  expect(await seenBy(tom, { ...where, photoId: '..%2f..' })).toBe('invalid_input')

  await suspend(club.db, mia.userId, '2026-05-02T20:00:00Z')
  expect(await seenBy(tom)).toBe('PGRST116')
  club.clock.advance({ days: 1 })
  expect(await seenBy(tom)).toBe(200)
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  expect(await seenBy(tom)).toBe('PGRST116')
})

test('a photo is kept by the browser that saw it, and asked about by its tag', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const photoId = await upload(club, mia)
  const where = { memberId: mia.userId, photoId, size: '320' } as const
  const first = await see(club, mia, where)
  const etag = `"${photoId}-320"`
  expect(first.headers.get('etag')).toBe(etag)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await see(club, mia, where, { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('cache-control')).toBe('private, no-cache')
  // who may not see it learns nothing from knowing its tag
  const refused = await see(club, null, where, { 'if-none-match': etag })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('cache-control')).toBe('no-store')
})

test('a photo on a page of a member is found where the page says', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  await upload(club, mia)
  const page = await club.call(tom, getMember, { params: { memberId: mia.userId } })
  const [photoId = ''] = page.ok ? page.answer.photos : []
  for (const size of ['320', '1280'] as const)
    expect((await see(club, tom, { memberId: mia.userId, photoId, size })).status).toBe(200)
})

test('nobody waits for the photos of others to post', { timeout: 60_000 }, async () => {
  await using opened = await openLounge()
  const { club, guest, post } = opened
  const mia = await guest()
  const file = await photo({ width: 1600, height: 1200 })
  const others = await Promise.all(Array.from({ length: 20 }, () => club.member()))
  let done = 0
  const uploads = others.map(async (member) => {
    const added = await club.call(member, addPhoto, { file })
    done += 1
    return added.ok
  })
  expect(await post(mia)).toMatchObject({ ok: true })
  expect(done).toBeLessThan(uploads.length)
  expect(new Set(await Promise.all(uploads))).toEqual(new Set([true]))
})

test('when too much is to be decoded, an upload is put off and may be tried again', async () => {
  const decoder = new Decoder()
  decoder.stop()
  await using club = await openClub({ decoder })
  const mia = await club.member()
  expect(await club.call(mia, addPhoto, { file: await photo() })).toMatchObject({
    status: 503,
    body: { code: 'unavailable', retryAfter: 1 },
  })
  expect(await photoFiles(club)).toEqual([])
})
