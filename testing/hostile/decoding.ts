// A decoder of one test’s own, and what Linux says about its process.
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, onTestFinished } from 'vitest'
import { until } from '#testing/until.ts'
import { Decoder, type DecodingOutcome, type Task } from '#server/platform/decoding/decoder.ts'

/** Whose files they are. */
export const [mia, tom] = ['mia', 'tom']
export const mark = 'KOPIE – nur zur Altersprüfung – Parlour – 04.05.2026'

export function openDecoder(limits?: ConstructorParameters<typeof Decoder>[0]) {
  // behind everybody else a test would wait for all the others
  const decoder = new Decoder({ niceness: 0, ...limits })
  onTestFinished(() => decoder.stop())
  return decoder
}
export const scan = (bytes: Uint8Array, type: 'image' | 'pdf' = 'image'): Task => ({
  kind: 'document',
  bytes,
  type,
  mark,
})
let large: Promise<Buffer> | undefined
/** A picture that takes a while: 24 megapixels. It takes one to draw it, too, and so it is drawn once. */
export const drawLarge = () =>
  (large ??= sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#777' } })
    .png({ compressionLevel: 1 })
    .toBuffer())
export const readPictures = (outcome: DecodingOutcome) => {
  if ('unreadable' in outcome) throw new Error(outcome.unreadable)
  return outcome.pictures
}

const parentOf = (pid: number) =>
  Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1])

/** The decoders' processes, as Linux shows them: those of Node, not the cages around them. */
const childProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')
        if (!program.endsWith('node') || !args.some((arg) => arg.endsWith('decoder.process.ts')))
          return false
        const parent = parentOf(pid)
        return parent === process.pid || parentOf(parent) === process.pid
      } catch {
        return false
      }
    })

/** What is ended or stopped from outside: the cage around it, where there is one. */
export const cageAround = (pid: number): number => {
  const parent = parentOf(pid)
  return parent === process.pid ? pid : parent
}

export const isZombie = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ')

/** Before each test notes which processes there are; answers the ways to find the test's own. */
export function watchProcesses() {
  // of those that were killed before, or that the clubs of other tests share
  let others = new Set<number>()
  beforeEach(() => {
    others = new Set(childProcesses())
  })
  const childProcess = () => childProcesses().find((pid) => !others.has(pid))
  return {
    childProcess,
    /** Once it is there. */
    decodingProcess: async (): Promise<number> => {
      await until(() => childProcess() !== undefined)
      return childProcess()!
    },
  }
}
