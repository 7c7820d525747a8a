import { expect, test } from 'vitest'
import sharp from 'sharp'
import { documentFaults } from '#contract/errors.ts'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { getProfile } from '#contract/members/profiles.ts'
import { stageFile } from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { sealedFiles, stageDocument } from '#testing/fixtures/documents.ts'
import { hostileFiles, isPictureLike, MARKER } from '#testing/hostile/hostileFiles.ts'
import { photoFiles, see, upload } from '#testing/fixtures/photos.ts'

const openPatientClub = () => openClub({ config: { limitsFactor: 1000 } })
const FOREIGN = [MARKER, 'Exif\0\0', 'http://ns.adobe.com', '<script', '<?php', '%PDF-']

/** What may become of a file. */
const listAllowed = (fate: string) =>
  fate === 'no_crash' ? ['remade', 'wrong_file_type', ...documentFaults] : [fate]

/** Pixels and nothing else: not the bytes that came, not a piece of them, nothing about anybody. */
async function expectRemade(name: string, bytes: Buffer, sent: Uint8Array, format: string) {
  expect(bytes.equals(sent), name).toBe(false)
  for (const foreign of FOREIGN) expect(bytes.includes(foreign), `${name}: ${foreign}`).toBe(false)
  const { exif, xmp, iptc, icc, orientation, comments, pages, ...rest } =
    await sharp(bytes).metadata()
  expect(rest.format, name).toBe(format)
  const told = { exif, xmp, iptc, icc, orientation, comments, pages }
  expect(
    Object.values(told).filter((value) => value !== undefined),
    name,
  ).toEqual([])
}

/** What is kept of the one file a member has staged. */
async function stagedDocument(club: Club, { userId }: TestMember): Promise<Buffer> {
  type Row = { path: string; meantFor: string; side: string; epoch: string; wrapped: Buffer }
  const row = await club.db.row<Row>(sql`
    select f.path, f.meant_for, f.side, k.epoch, k.wrapped
    from verification_files f join id_file_keys k on k.file_id = f.id where f.user_id = ${userId}`)
  return club.app.vault.get(row!.path, row!, {
    userId,
    submissionId: row!.meantFor,
    side: row!.side,
  })
}

test('there are more than two hundred hostile files, no two alike', async () => {
  const files = await hostileFiles()
  expect(files.length).toBeGreaterThan(200)
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
})

test(
  'no hostile file is kept as an identity document as it came, and none stops the club',
  { timeout: 300_000 },
  async () => {
    await using club = await openPatientClub()
    const mia = await club.member()
    const query = { side: 'front' } as const
    let remade = 0
    for (const { name, bytes, type, fate } of await hostileFiles()) {
      const taken = await club.call(mia, stageFile, { query: { ...query, type }, file: bytes })
      const outcome = taken.ok ? 'remade' : taken.code
      expect(listAllowed(fate), name).toContain(outcome)
      if (outcome !== 'remade') continue
      remade += 1
      const files = [...(await sealedFiles(club)).values()]
      expect(files, name).toHaveLength(1)
      for (const foreign of [...FOREIGN, '\xff\xd8\xff\xe0'])
        expect(files[0]!.includes(Buffer.from(foreign, 'latin1')), name).toBe(false)
      await expectRemade(name, await stagedDocument(club, mia), bytes, 'jpeg')
    }
    expect(remade).toBeGreaterThan(50)
    expect(await club.call(mia, getProfile, {})).toMatchObject({ ok: true })
    expect(await stageDocument(club, mia, 'front')).toMatch(/^[0-9a-f-]{36}$/)
  },
)

test(
  'no hostile file is kept as a photo as it came, and none stops the club',
  { timeout: 300_000 },
  async () => {
    await using club = await openPatientClub()
    const mia = await club.member()
    let remade = 0
    const files = (await hostileFiles()).filter(
      (file) => isPictureLike(file) || file.type === 'jpeg' || file.name.startsWith('a PDF of'),
    )
    for (const { name, bytes, asPhoto } of files) {
      const added = await club.call(mia, addPhoto, { file: bytes })
      const outcome = added.ok ? 'remade' : added.code
      expect(listAllowed(asPhoto), name).toContain(outcome)
      if (!added.ok) continue
      remade += 1
      const { photoId } = added.answer
      for (const size of ['320', '1280'] as const) {
        const shown = await see(club, mia, { memberId: mia.userId, photoId, size })
        expect(shown.headers.get('content-type')).toBe('image/webp')
        await expectRemade(name, Buffer.from(await shown.arrayBuffer()), bytes, 'webp')
      }
      await club.call(mia, removePhoto, { params: { photoId } })
    }
    expect(remade).toBeGreaterThan(50)
    expect(await photoFiles(club)).toEqual([])
    await upload(club, mia)
  },
)
