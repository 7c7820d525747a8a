import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { until } from '#testing/until.ts'
import { pdf } from '#testing/hostile/hostile.pdfs.ts'
import { photo } from '#testing/fixtures/photos.ts'
import {
  openDecoder,
  scan,
  cageAround,
  drawLarge,
  mia,
  readPictures,
  watchProcesses,
} from '#testing/hostile/decoding.ts'
import { Decoder, DecoderBusy, type Task } from './decoder.ts'

type Decoding = ReturnType<Decoder['decode']>
const { childProcess, decodingProcess } = watchProcesses()

// what is only about pictures needs no process of its own, which takes a second to start
const decoder = new Decoder({ niceness: 0 })
afterAll(() => decoder.stop())

test('a photo comes back in its two sizes, as WebP with nothing but pixels', async () => {
  const outcome = await decoder.decode(mia, {
    kind: 'photo',
    bytes: await photo({ width: 2000, height: 1000 }),
  })
  const pictures = readPictures(outcome)
  expect(pictures.map(({ width, height }) => [width, height])).toEqual([
    [1280, 640],
    [320, 160],
  ])
  for (const { bytes } of pictures) {
    const { format, exif, xmp, icc } = await sharp(bytes).metadata()
    expect({ format, exif, xmp, icc }).toEqual({ format: 'webp' })
  }
})

test('a document comes back as one JPEG with the mark burned in across it', async () => {
  const white = await sharp({
    create: { width: 1000, height: 700, channels: 3, background: '#fff' },
  })
    .jpeg()
    .toBuffer()
  const [picture, ...others] = readPictures(await decoder.decode(mia, scan(white)))
  expect(others).toEqual([])
  const { format, exif, width, height } = await sharp(picture!.bytes).metadata()
  expect({ format, exif, width, height }).toEqual({ format: 'jpeg', width: 1000, height: 700 })
  // every quarter of the sheet carries some of it
  for (const left of [0, 500])
    for (const top of [0, 350]) {
      const part = sharp(picture!.bytes).extract({ left, top, width: 500, height: 350 })
      const { channels } = await sharp(await part.toBuffer()).stats()
      expect(channels[1]!.min).toBeLessThan(150)
      expect(channels[1]!.mean).toBeGreaterThan(180)
    }
})

test.each([
  ['a pixel', 1, 1],
  ['a hair', 900, 2],
  ['a ribbon', 3, 900],
  ['a letterbox', 1600, 60],
])('a document as small as %s is marked like any other', async (_, width, height) => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(readPictures(await decoder.decode(mia, scan(bytes)))).toHaveLength(1)
})

test('the pages of a PDF come back below each other, as pixels', async () => {
  const [picture] = readPictures(await decoder.decode(mia, scan(pdf({ pages: 3 }), 'pdf')))
  const { format, width, height } = await sharp(picture!.bytes).metadata()
  expect(format).toBe('jpeg')
  expect(height / width).toBeCloseTo((3 * 140) / 220, 1)
})

test('a mark with signs of markup in it is written as it is', async () => {
  const task = {
    ...scan(await photo({ width: 800, height: 500 })),
    mark: 'Tom & <b>Jerry</b> "é 愛"',
  }
  expect(readPictures(await decoder.decode(mia, task as Task))).toHaveLength(1)
})

test('a file that takes too long is unreadable, and the next one meets a fresh process', async () => {
  const own = openDecoder({ mostCpuMs: 1 })
  const slow = own.decode(mia, scan(await drawLarge()))
  expect(await slow).toEqual({ unreadable: 'unreadable_image' })
  expect(childProcess()).toBeUndefined()
})

test.each([
  [
    'SIGSEGV',
    'a file that breaks its process is unreadable',
    { value: { unreadable: 'unreadable_image' } },
  ],
  [
    'SIGKILL',
    'a file whose process somebody ended is put off',
    { reason: expect.any(DecoderBusy) },
  ],
] as const)('%s: %s, and costs the others nothing', async (signal, _, expected) => {
  const own = openDecoder()
  const files = [scan(await photo()), scan(await photo())] as const
  // of a process that is there: one that never was says nothing about a file
  await own.decode(mia, scan(await photo()))
  const pid = await decodingProcess()
  const cage = cageAround(pid)
  // whatever it is given, it does not finish
  process.kill(pid, 'SIGSTOP')
  const [doomed, waiting] = files.map((file) => own.decode(mia, file)) as [Decoding, Decoding]
  // from outside the first in a cage is only killed; what breaks it inside breaks the cage likewise
  process.kill(cage, signal)
  if (cage === pid) process.kill(pid, 'SIGCONT')
  expect((await Promise.allSettled([doomed]))[0]).toMatchObject(expected)
  expect(readPictures(await waiting)).toHaveLength(1)
})

test('who decodes has no environment, and steps back behind everybody else', async () => {
  const own = openDecoder({ niceness: 10 })
  await own.decode(mia, scan(await photo()))
  const decoding = own.decode(mia, scan(await drawLarge()))
  const pid = await decodingProcess()
  const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
    .split('\0')
    .filter(Boolean)
    .map((pair) => pair.split('=')[0])
  expect(names.filter((name) => !name!.startsWith('NODE_CHANNEL_'))).toEqual([])
  await until(() => getPriority(pid) >= 10)
  await decoding
})
