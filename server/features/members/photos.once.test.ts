import { expect, test } from 'vitest'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { getMember, getProfile } from '#contract/members/profiles.ts'
import { limits, rates } from '#contract/limits.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { Decoder } from '#server/platform/decoding/decoder.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { photo, photoFiles, see, upload } from '#testing/fixtures/photos.ts'
import { uuid } from '#testing/random.ts'
import { photoKeys } from './photos.files.ts'
import { findSent } from './photos.sending.ts'

const NOW = '2026-05-01T20:00:00Z'

/** Counts what it is given. */
class CountingDecoder extends Decoder {
  count = 0
  override decode: Decoder['decode'] = (...given: Parameters<Decoder['decode']>) => {
    this.count += 1
    return super.decode(...given) as never
  }
}

const send = (club: Club, as: TestMember, id: string, file: Uint8Array<ArrayBuffer>) =>
  club.call(as, addPhoto, { query: { id }, file })
const shown = async (club: Club, as: TestMember) => {
  const profile = await club.call(as, getProfile, {})
  return profile.ok ? profile.answer.photos : []
}

test('a photo sent again is the one that is already there, and is not decoded again', async () => {
  const decoder = new CountingDecoder()
  try {
    await using club = await openClub({ decoder })
    const mia = await club.member()
    const [id, file] = [uuid(), await photo()]
    const first = await send(club, mia, id, file)
    if (!first.ok) throw new Error(first.code)
    const { photoId } = first.answer
    expect(first.answer.photos).toEqual([photoId])
    for (const again of [id, id.toUpperCase()])
      expect(await send(club, mia, again, file)).toMatchObject({ ok: true, answer: first.answer })
    expect(decoder.count).toBe(1)
    expect(await shown(club, mia)).toEqual([photoId])
    expect(await photoFiles(club)).toEqual(photoKeys(mia.userId, photoId).sort())
    // the next one is another, and the answer to the first says so
    const next = await upload(club, mia)
    expect(await send(club, mia, id, file)).toMatchObject({
      answer: { photoId, photos: [photoId, next] },
    })
  } finally {
    decoder.stop()
  }
})

test('a photo sent several times at once, at two servers, is there once', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const mia = await club.member()
  const [id, file] = [uuid(), await photo()]
  const sent = await Promise.all(
    [club.url, second.url, club.url, second.url, club.url].map((url) =>
      club.call(mia, addPhoto, { query: { id }, file }, { url }),
    ),
  )
  const [photoId = ''] = await shown(club, mia)
  for (const one of sent)
    expect(one).toMatchObject({ ok: true, answer: { photoId, photos: [photoId] } })
  expect(await photoFiles(club)).toEqual(photoKeys(mia.userId, photoId).sort())
  expect((await see(club, mia, { memberId: mia.userId, photoId })).status).toBe(200)
})

test('a photo another process stores while this one looks for it is found, and not taken for a removed one', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const [id, file] = [uuid(), await photo()]
  let stored: Awaited<ReturnType<typeof send>> | undefined
  const row = async (query: Query) => {
    const found = await club.db.row(query)
    stored ??= await send(club, mia, id, file)
    return found
  }
  const sent = await findSent(club.app, { ...club.db, row: row as Sql['row'] }, { ...mia, id })
  if (!stored?.ok) throw new Error(stored?.code)
  expect(sent).toEqual(stored.answer)
})

test('at one server of a photo sent twice at once the second waits for the first', async () => {
  const decoder = new CountingDecoder()
  try {
    await using club = await openClub({ decoder })
    const mia = await club.member()
    const [id, file] = [uuid(), await photo()]
    const [one, other] = await Promise.all([send(club, mia, id, file), send(club, mia, id, file)])
    expect(one.ok && one.answer).toEqual(other.ok && other.answer)
    expect(decoder.count).toBe(1)
    // a refused one holds up nobody
    const wrong = uuid()
    const bad = new Uint8Array([1, 2, 3])
    for (const refused of await Promise.all([
      send(club, mia, wrong, bad),
      send(club, mia, wrong, bad),
    ]))
      expect(refused).toMatchObject({ code: 'wrong_file_type' })
    expect(await send(club, mia, wrong, file)).toMatchObject({ ok: true })
  } finally {
    decoder.stop()
  }
})

test('a repeat counts against no limit, neither of uploads nor of photos', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const [id, file] = [uuid(), await photo()]
  const first = await send(club, mia, id, file)
  if (!first.ok) throw new Error(first.code)
  const { photoId } = first.answer
  for (let count = 1; count < limits.photos; count += 1) await upload(club, mia)
  expect(await send(club, mia, id, file)).toMatchObject({ ok: true, answer: { photoId } })
  expect(await club.call(mia, addPhoto, { file })).toMatchObject({ code: 'photo_limit_reached' })
  const bad = new Uint8Array([1, 2, 3])
  for (let count = limits.photos + 1; count < rates.photoUpload.max; count += 1)
    expect(await club.call(mia, addPhoto, { file: bad })).toMatchObject({ code: 'wrong_file_type' })
  expect(await club.call(mia, addPhoto, { file })).toMatchObject({ code: 'too_many_attempts' })
  expect(await send(club, mia, id, file)).toMatchObject({ ok: true, answer: { photoId } })
})

test('a photo that was taken away meanwhile does not come back by being sent again', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const [id, file] = [uuid(), await photo()]
  const first = await send(club, mia, id, file)
  if (!first.ok) throw new Error(first.code)
  await club.call(mia, removePhoto, { params: { photoId: first.answer.photoId } })
  club.clock.advance({ hours: 23 })
  expect(await send(club, mia, id, file)).toMatchObject({ status: 404, code: 'PGRST116' })
  expect(await shown(club, mia)).toEqual([])
  expect(await photoFiles(club)).toEqual([])
  // under an id of its own it is another act
  expect(await send(club, mia, uuid(), file)).toMatchObject({ ok: true })
})

test('what was refused may be sent again under its id', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const [id, file] = [uuid(), await photo()]
  for (let count = 0; count < limits.photos; count += 1) await upload(club, mia)
  const photos = await shown(club, mia)
  expect(await send(club, mia, id, file)).toMatchObject({ code: 'photo_limit_reached' })
  await club.call(mia, removePhoto, { params: { photoId: photos[0]! } })
  const sent = await send(club, mia, id, file)
  expect(sent.ok && sent.answer.photos).toHaveLength(limits.photos)
})

test("somebody else's id says nothing, and each has a photo of their own", async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const [id, file] = [uuid(), await photo()]
  await send(club, mia, id, file)
  const [hers = ''] = await shown(club, mia)
  for (const told of [id, hers])
    expect(await send(club, tom, told, file)).toMatchObject({ ok: true })
  const his = await shown(club, tom)
  expect(his).toHaveLength(1)
  expect(his).not.toContain(hers)
  expect(await shown(club, mia)).toEqual([hers])
  const row = await club.db.row<{ id: string }>(
    sql`select id from profiles where photos @> array[${hers}::text]`,
  )
  expect(row?.id).toBe(mia.userId)
  await club.call(tom, removePhoto, { params: { photoId: his[0]! } })
  expect(await photoFiles(club)).toEqual(photoKeys(mia.userId, hers).sort())
})

test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
  'sent as %s it is a photo as any other',
  async (id) => {
    await using club = await openClub()
    const mia = await club.member()
    expect(await send(club, mia, id, await photo())).toMatchObject({ ok: true })
    const [photoId] = await shown(club, mia)
    const page = await club.call(await club.member(), getMember, {
      params: { memberId: mia.userId },
    })
    expect(page).toMatchObject({ answer: { photos: [photoId] } })
    expect(
      await club.call(mia, addPhoto, { query: { id: 'x' }, file: await photo() }),
    ).toMatchObject({ code: 'invalid_input' })
  },
)
