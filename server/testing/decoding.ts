// A decoder of one test’s own, and what Linux says about its process.
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, onTestFinished } from 'vitest'
import { Decoder, type Outcome, type Task } from '#server/platform/decoder.ts'

export const mark = 'KOPIE – nur zur Altersprüfung – Parlour – 04.05.2026'

export function openDecoder(limits?: ConstructorParameters<typeof Decoder>[0]) {
  const decoder = new Decoder(limits)
  onTestFinished(() => decoder.stop())
  return decoder
}
export const scan = (bytes: Uint8Array, type: 'image' | 'pdf' = 'image'): Task => ({
  kind: 'document',
  bytes,
  type,
  mark,
})
/** A picture that takes a while: noise, 24 megapixels. */
export const drawLarge = () => {
  const side = { width: 6000, height: 4000, channels: 3 } as const
  return sharp({ create: { ...side, background: '#777' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
export const readPictures = (outcome: Outcome) => {
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

export const isZombie = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ')

/** Before each test notes which processes there are; answers the way to find the test's own. */
export function watchProcesses(): () => number | undefined {
  // of those that were killed before, or that the clubs of other tests share
  let others = new Set<number>()
  beforeEach(() => {
    others = new Set(childProcesses())
  })
  return () => childProcesses().find((pid) => !others.has(pid))
}
