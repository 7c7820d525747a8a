import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { photo, readQuarters, see, upload } from '#testing/fixtures/photos.ts'

const CANARY = 'canary of the camera'

async function shown(club: Club, mia: TestMember, file: Uint8Array<ArrayBuffer>) {
  const photoId = await upload(club, mia, file)
  const read = async (size: '320' | '1280') => {
    const answer = await see(club, mia, { memberId: mia.userId, photoId, size })
    return Buffer.from(await answer.arrayBuffer())
  }
  return [await read('320'), await read('1280')] as const
}

test('of a photo only its pixels are kept: no place, no camera, no words, no profile', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const file = await sharp(await photo({ width: 640, height: 480 }))
    .withExif({
      IFD0: { Make: CANARY, Copyright: CANARY },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 33/1 0/1', GPSLongitude: '9/1 59/1 0/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${CANARY}</a></x:xmpmeta>`)
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const given = await sharp(file).metadata()
  expect([given.exif, given.xmp, given.icc].every(Boolean)).toBe(true)

  for (const bytes of await shown(club, mia, new Uint8Array(file))) {
    const { format, space, exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata()
    expect({ format, space, exif, xmp, iptc, icc, comments }).toEqual({
      format: 'webp',
      space: 'srgb',
    })
    expect(bytes.includes(CANARY)).toBe(false)
    expect(bytes.toString('latin1')).not.toMatch(/EXIF|XMP |ICCP/)
  }
})

const UPRIGHT = ['red', 'green', 'blue', 'black']
// by what a camera notes of how it was held: the picture as it is if nobody turns it back
const HELD: Record<number, (upright: Sharp) => Sharp> = {
  1: (upright) => upright,
  2: (upright) => upright.flop(),
  3: (upright) => upright.rotate(180),
  4: (upright) => upright.flip(),
  5: (upright) => upright.rotate(90),
  6: (upright) => upright.rotate(270),
  7: (upright) => upright.rotate(270),
  8: (upright) => upright.rotate(90),
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a photo is upright, held as in orientation %i',
  async (orientation) => {
    await using club = await openClub()
    const mia = await club.member()
    const turned = await HELD[orientation]!(sharp(await photo()))
      .png()
      .toBuffer()
    const isMirrored = orientation === 5 || orientation === 7
    const file = await sharp(turned)
      .flop(isMirrored)
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer()
    for (const bytes of await shown(club, mia, new Uint8Array(file))) {
      const { width, height, orientation: noted } = await sharp(bytes).metadata()
      expect([width, height, noted]).toEqual([64, 48, undefined])
      expect(await readQuarters(bytes)).toEqual(UPRIGHT)
    }
  },
)

test.each([
  ['a CMYK JPEG', (drawn: Sharp) => drawn.toColourspace('cmyk').jpeg()],
  ['a JPEG in P3', (drawn: Sharp) => drawn.withIccProfile('p3').jpeg()],
  ['a progressive JPEG', (drawn: Sharp) => drawn.jpeg({ progressive: true })],
  ['a PNG of 16 bits', (drawn: Sharp) => drawn.toColourspace('rgb16').png()],
  ['a PNG with a palette', (drawn: Sharp) => drawn.png({ palette: true })],
  ['a PNG with transparency', (drawn: Sharp) => drawn.ensureAlpha(0.9).png()],
  ['a lossless WebP', (drawn: Sharp) => drawn.webp({ lossless: true })],
])('%s keeps its colours', async (_, made) => {
  await using club = await openClub()
  const file = await made(sharp(await photo())).toBuffer()
  const pictures = await shown(club, await club.member(), new Uint8Array(file))
  for (const bytes of pictures) expect(await readQuarters(bytes)).toEqual(UPRIGHT)
})

test.each([
  [4000, 3000, [320, 240], [1280, 960]],
  [600, 1800, [107, 320], [427, 1280]],
  [200, 100, [200, 100], [200, 100]],
] as const)(
  'a photo of %i × %i is made smaller, never larger',
  async (width, height, small, large) => {
    await using club = await openClub()
    const mia = await club.member()
    const pictures = await shown(club, mia, await photo({ width, height }))
    const sides = await Promise.all(
      pictures.map(async (bytes) => {
        const found = await sharp(bytes).metadata()
        return [found.width, found.height]
      }),
    )
    expect(sides).toEqual([small, large])
  },
)
