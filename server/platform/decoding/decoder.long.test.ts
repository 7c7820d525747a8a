import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { photo } from '#testing/fixtures/photos.ts'
import {
  openDecoder,
  scan,
  cageAround,
  drawLarge,
  mia,
  readPictures,
  watchProcesses,
  isZombie,
} from '#testing/hostile/decoding.ts'
import { DecoderBusy } from './decoder.ts'

const { childProcess, decodingProcess } = watchProcesses()

test('time in which a busy machine gives the decoder nothing is not held against a file', async () => {
  const decoder = openDecoder({ mostCpuMs: 3_000 })
  const decoding = decoder.decode(mia, scan(await photo()))
  const pid = await decodingProcess()
  process.kill(pid, 'SIGSTOP')
  await sleep(3_500)
  process.kill(pid, 'SIGCONT')
  expect(readPictures(await decoding)).toHaveLength(1)
})

test('what takes too long by the clock alone is put off, and the next one meets a fresh process', async () => {
  const decoder = openDecoder({ longestMs: 1_000 })
  const [stuck, waiting] = [
    decoder.decode(mia, scan(await photo())),
    decoder.decode(mia, scan(Buffer.from('\xff\xd8\xff not a picture', 'latin1'))),
  ]
  const pid = await decodingProcess()
  process.kill(pid, 'SIGSTOP')
  await expect(stuck).rejects.toBeInstanceOf(DecoderBusy)
  expect(childProcess()).not.toBe(pid)
  // it may be put off as well where starting takes so long
  await waiting.catch(() => {})
})

test('a file that takes too much memory is unreadable, and costs the others nothing', async () => {
  const decoder = openDecoder({ mostMemoryBytes: 1 })
  expect(await decoder.decode(mia, scan(await drawLarge()))).toEqual({
    unreadable: 'unreadable_image',
  })
  const patient = openDecoder()
  const [first, second] = await Promise.all([
    patient.decode(mia, scan(Buffer.from('\xff\xd8\xff not a picture', 'latin1'))),
    patient.decode(mia, scan(await photo())),
  ])
  expect(first).toEqual({ unreadable: 'unreadable_image' })
  expect(readPictures(second)).toHaveLength(1)
})

test('a machine without a process to give puts a file off, and takes the next one', async () => {
  const decoder = openDecoder()
  const file = scan(await photo())
  const node = process.execPath
  process.execPath = '/nowhere/node'
  try {
    const both = [decoder.decode(mia, file), decoder.decode(mia, file)]
    for (const one of await Promise.allSettled(both))
      expect(one).toMatchObject({ reason: expect.any(DecoderBusy) })
  } finally {
    process.execPath = node
  }
  expect(readPictures(await decoder.decode(mia, file))).toHaveLength(1)
})

test('a process killed before it is asked costs a file its turn, and nobody else anything', async () => {
  const decoder = openDecoder()
  const file = scan(await photo())
  expect(readPictures(await decoder.decode(mia, file))).toHaveLength(1)
  const pid = cageAround(await decodingProcess())
  process.kill(pid, 'SIGKILL')
  // it is dead, and this process has not heard of it yet
  while (readdirSync(`/proc/${pid}/task`).length > 1 || !isZombie(pid)) continue
  await expect(decoder.decode(mia, file)).rejects.toBeInstanceOf(DecoderBusy)
  expect(readPictures(await decoder.decode(mia, file))).toHaveLength(1)
})

test('too many at once are sent away, and closing sends away the rest', async () => {
  const decoder = openDecoder()
  const bytes = await photo()
  // of one member: others have their share all the same
  const all = await Promise.allSettled(
    Array.from({ length: 144 }, () => decoder.decode(mia, scan(bytes))).map((one, at) =>
      at === 0 ? one.finally(() => decoder.stop()) : one,
    ),
  )
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(14)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(DecoderBusy)
  await expect(decoder.decode(mia, scan(bytes))).rejects.toBeInstanceOf(DecoderBusy)
})

test('four members who fill the queue keep nobody else from a turn', async () => {
  const decoder = openDecoder({ mostMembers: Infinity, niceness: 0 })
  const file = scan(await photo())
  let settled = 0
  const crowd = ['a', 'b', 'c', 'd'].flatMap((member) =>
    Array.from({ length: 33 }, () =>
      decoder
        .decode(member, file)
        .catch((error: unknown) => expect(error).toBeInstanceOf(DecoderBusy))
        .finally(() => (settled += 1)),
    ),
  )
  expect(readPictures(await decoder.decode(mia, file))).toHaveLength(1)
  expect(settled).toBeLessThan(16)
  decoder.stop()
  await Promise.all(crowd)
})
