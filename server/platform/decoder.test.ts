import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { pdf } from '#server/testing/hostile.pdfs.ts'
import { photo } from '#server/testing/photos.ts'
import { Decoder, DecoderBusy, type Outcome, type Task } from './decoder.ts'

const mark = 'KOPIE – nur zur Altersprüfung – Parlour – 04.05.2026'

function openDecoder(limits?: ConstructorParameters<typeof Decoder>[0]) {
  const decoder = new Decoder(limits)
  onTestFinished(() => decoder.stop())
  return decoder
}
const scan = (bytes: Uint8Array, type: 'image' | 'pdf' = 'image'): Task => ({
  kind: 'document',
  bytes,
  type,
  mark,
})
/** A picture that takes a while: noise, 24 megapixels. */
const large = () => {
  const side = { width: 6000, height: 4000, channels: 3 } as const
  return sharp({ create: { ...side, background: '#777' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
const picturesOf = (outcome: Outcome) => {
  if ('unreadable' in outcome) throw new Error(outcome.unreadable)
  return outcome.pictures
}

/** The decoders' processes, as Linux shows them. */
const childProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
        return Number(parent) === process.pid && line.includes('decoder.process')
      } catch {
        return false
      }
    })

/** One that was killed before, or that the clubs of other tests share. */
let others = new Set<number>()
beforeEach(() => {
  others = new Set(childProcesses())
})
const isZombie = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ')
const childProcess = () => childProcesses().find((pid) => !others.has(pid))

test('a photo comes back in its two sizes, as WebP with nothing but pixels', async () => {
  const outcome = await openDecoder().decode({
    kind: 'photo',
    bytes: await photo({ width: 2000, height: 1000 }),
  })
  const pictures = picturesOf(outcome)
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
  const [picture, ...others] = picturesOf(await openDecoder().decode(scan(white)))
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
  expect(picturesOf(await openDecoder().decode(scan(bytes)))).toHaveLength(1)
})

test('the pages of a PDF come back below each other, as pixels', async () => {
  const [picture] = picturesOf(await openDecoder().decode(scan(pdf({ pages: 3 }), 'pdf')))
  const { format, width, height } = await sharp(picture!.bytes).metadata()
  expect(format).toBe('jpeg')
  expect(height / width).toBeCloseTo((3 * 140) / 220, 1)
})

test('a mark with signs of markup in it is written as it is', async () => {
  const task = {
    ...scan(await photo({ width: 800, height: 500 })),
    mark: 'Tom & <b>Jerry</b> "é 愛"',
  }
  expect(picturesOf(await openDecoder().decode(task as Task))).toHaveLength(1)
})

test('a file that takes too long is unreadable, and the next one meets a fresh process', async () => {
  const decoder = openDecoder({ mostCpuMs: 1 })
  const slow = decoder.decode(scan(await large()))
  expect(await slow).toEqual({ unreadable: 'unreadable' })
  expect(childProcess()).toBeUndefined()
})

test('time in which a busy machine gives the decoder nothing is not held against a file', async () => {
  const decoder = openDecoder({ mostCpuMs: 3_000 })
  const decoding = decoder.decode(scan(await photo()))
  const pid = childProcess()!
  process.kill(pid, 'SIGSTOP')
  await sleep(3_500)
  process.kill(pid, 'SIGCONT')
  expect(picturesOf(await decoding)).toHaveLength(1)
})

test('what takes too long by the clock alone is put off, and the next one meets a fresh process', async () => {
  const decoder = openDecoder({ longestMs: 1_000 })
  const [stuck, waiting] = [
    decoder.decode(scan(await photo())),
    decoder.decode(scan(Buffer.from('\xff\xd8\xff not a picture', 'latin1'))),
  ]
  const pid = childProcess()!
  process.kill(pid, 'SIGSTOP')
  await expect(stuck).rejects.toBeInstanceOf(DecoderBusy)
  expect(childProcess()).not.toBe(pid)
  // it may be put off as well where starting takes so long
  await waiting.catch(() => {})
})

test('a file that takes too much memory is unreadable, and costs the others nothing', async () => {
  const decoder = openDecoder({ mostMemoryBytes: 1 })
  expect(await decoder.decode(scan(await large()))).toEqual({ unreadable: 'unreadable' })
  const patient = openDecoder()
  const [first, second] = await Promise.all([
    patient.decode(scan(Buffer.from('\xff\xd8\xff not a picture', 'latin1'))),
    patient.decode(scan(await photo())),
  ])
  expect(first).toEqual({ unreadable: 'unreadable' })
  expect(picturesOf(second)).toHaveLength(1)
})

test.each([
  [
    'SIGSEGV',
    'a file that breaks its process is unreadable',
    { value: { unreadable: 'unreadable' } },
  ],
  [
    'SIGKILL',
    'a file whose process somebody ended is put off',
    { reason: expect.any(DecoderBusy) },
  ],
] as const)('%s: %s, and costs the others nothing', async (signal, _, expected) => {
  const decoder = openDecoder()
  const [doomed, waiting] = [
    decoder.decode(scan(await large())),
    decoder.decode(scan(await photo())),
  ]
  const pid = await expect.poll(childProcess).toBeDefined().then(childProcess)
  process.kill(pid!, signal)
  expect((await Promise.allSettled([doomed]))[0]).toMatchObject(expected)
  expect(picturesOf(await waiting)).toHaveLength(1)
})

test('a machine without a process to give puts a file off, and takes the next one', async () => {
  const decoder = openDecoder()
  const file = scan(await photo())
  const node = process.execPath
  process.execPath = '/nowhere/node'
  try {
    const both = [decoder.decode(file), decoder.decode(file)]
    for (const one of await Promise.allSettled(both))
      expect(one).toMatchObject({ reason: expect.any(DecoderBusy) })
  } finally {
    process.execPath = node
  }
  expect(picturesOf(await decoder.decode(file))).toHaveLength(1)
})

test('a process killed before it is asked costs a file its turn, and nobody else anything', async () => {
  const decoder = openDecoder()
  const file = scan(await photo())
  expect(picturesOf(await decoder.decode(file))).toHaveLength(1)
  const pid = childProcess()!
  process.kill(pid, 'SIGKILL')
  // it is dead, and this process has not heard of it yet
  while (readdirSync(`/proc/${pid}/task`).length > 1 || !isZombie(pid)) continue
  await expect(decoder.decode(file)).rejects.toBeInstanceOf(DecoderBusy)
  expect(picturesOf(await decoder.decode(file))).toHaveLength(1)
})

test('who decodes has no environment, and steps back behind everybody else', async () => {
  const decoder = openDecoder()
  const decoding = decoder.decode(scan(await large()))
  const pid = childProcess()!
  const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
    .split('\0')
    .filter(Boolean)
    .map((pair) => pair.split('=')[0])
  expect(names.filter((name) => !name!.startsWith('NODE_CHANNEL_'))).toEqual([])
  expect(getPriority(pid)).toBeGreaterThanOrEqual(10)
  await decoding
})

test('too many at once are sent away, and closing sends away the rest', async () => {
  const decoder = openDecoder()
  const bytes = await photo()
  const all = await Promise.allSettled(
    Array.from({ length: 80 }, () => decoder.decode(scan(bytes))).map((one, at) =>
      at === 0 ? one.finally(() => decoder.stop()) : one,
    ),
  )
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(14)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(DecoderBusy)
  await expect(decoder.decode(scan(bytes))).rejects.toBeInstanceOf(DecoderBusy)
})
