// Decodes members' photos and documents in a confined process, one at a time, within bounded time and memory.
import { readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { documentFaults, pictureFaults } from '#contract/errors.ts'
import { startConfined } from './confinement.ts'
import { FairQueue } from '#server/platform/process/fairQueue.ts'

/** Why a stranger's picture is not taken, and why a document is not. */
type PictureFault = (typeof pictureFaults)[number]
export type DocumentFault = (typeof documentFaults)[number]

export type DecodedPicture = { bytes: Buffer; width: number; height: number }

type PhotoTask = { kind: 'photo'; bytes: Uint8Array }
/** `mark` is burned in; `type` is what the signature says. */
type DocumentTask = {
  kind: 'document'
  bytes: Uint8Array
  type: 'image' | 'pdf'
  mark: string
}
export type Task = PhotoTask | DocumentTask

export type DecodingOutcome<Fault = DocumentFault> =
  | { pictures: DecodedPicture[] }
  | { unreadable: Fault }

/** What the process says: that it is there, and then what became of each file. */
export type DecoderMessage = { isReady: true } | DecodingOutcome

/** The decoder is at its limit, or gave up on a file. Nothing is wrong with the club. */
export class DecoderBusy extends Error {}

const FLAGS = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning']
const PROCESS = fileURLToPath(new URL('decoder.process.ts', import.meta.url))
/** Of processor time. The largest allowed files, 40 megapixels, take about 2 s on a slow core. */
const MOST_CPU_MS = 15_000
/** By the clock. It says more of the machine than of the file: the decoder gets what others leave over. */
const LONGEST_MS = 120_000
/** A page at 200 dpi and a photo of 40 megapixels fit several times. */
const MOST_MEMORY_BYTES = 1_200 * 1024 * 1024
/** Behind whatever answers a member. */
const NICENESS = 10
const LOOK_MS = 100
/** Forty members who send two photos each, as their pages do; what they take of memory is bounded before. */
const MOST_WAITING = 128
/** For how long one is kept for a member's next file. */
const IDLE_MS = 10_000

type Limits = {
  mostCpuMs: number
  longestMs: number
  mostMemoryBytes: number
  /** As the system counts it: the higher, the later its turn. */
  niceness: number
  /** Whose files one process sees before it ends; more than one member only in tests. */
  mostMembers: number
}

type Job = {
  task: Task
  resolve(outcome: DecodingOutcome): void
  reject(error: unknown): void
  /** What the process had used when it was first looked at. */
  cpuBefore?: number
  isGreedy?: boolean
  isPutOff?: boolean
}

/** A process, and whose files it has seen. */
type Worker = { child: ChildProcess; members: Set<string>; isReady: boolean }

/**
 * Decodes what strangers send in a process of its own, which can do nothing else (`confinement.ts`),
 * sees the files of one member and then ends. One file at a time, with bounded time and memory and a
 * low priority; turns go round the members who wait. A file that breaks its process is unreadable;
 * one the machine had no time or no memory for is put off.
 */
export class Decoder {
  #worker: Worker | null = null
  #waiting = new FairQueue<Job>(MOST_WAITING)
  #current: Job | null = null
  #watch: ReturnType<typeof setInterval> | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #isOver = false
  #limits: Limits
  /** What became of files so far; the last is how many were put off since one was not. */
  readonly counts = { read: 0, unreadable: 0, putOff: 0, putOffInARow: 0 }

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = {
      mostCpuMs: MOST_CPU_MS,
      longestMs: LONGEST_MS,
      mostMemoryBytes: MOST_MEMORY_BYTES,
      niceness: NICENESS,
      mostMembers: 1,
      ...limits,
    }
  }

  decode(userId: string, task: PhotoTask): Promise<DecodingOutcome<PictureFault>>
  decode(userId: string, task: Task): Promise<DecodingOutcome>
  /** Throws `DecoderBusy` when too many wait already, or somebody with less needs the place. */
  async decode(userId: string, task: Task): Promise<DecodingOutcome> {
    if (this.#isOver) throw new DecoderBusy()
    return new Promise((resolve, reject) => {
      this.#waiting.add(userId, { task, resolve, reject })?.reject(new DecoderBusy())
      void this.#next()
    })
  }

  /** Files that wait, and whether one is at work. */
  get queue(): { waiting: number; isBusy: boolean } {
    return { waiting: this.#waiting.size, isBusy: this.#current !== null }
  }

  stop(): void {
    this.#isOver = true
    for (const job of this.#waiting.clear()) job.reject(new DecoderBusy())
    this.#current?.reject(new DecoderBusy())
    this.#current = null
    this.#end()
  }

  async #next(): Promise<void> {
    if (this.#current || this.#isOver) return
    clearTimeout(this.#idle)
    const next = this.#waiting.take()
    if (!next) {
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
      return
    }
    const { key: userId, item: job } = next
    this.#current = job
    const since = performance.now()
    this.#watch = setInterval(() => void this.#check(job, since), LOOK_MS)
    try {
      const worker = await this.#workerFor(userId)
      // the decoder may have been stopped meanwhile
      if (job !== this.#current) this.#end()
      else worker.child.send(job.task)
    } catch {
      if (job === this.#current) this.#putOff()
    }
  }

  async #check(job: Job, since: number): Promise<void> {
    const worker = this.#worker
    const { mostCpuMs, longestMs, mostMemoryBytes } = this.#limits
    const { cpuMs, memoryBytes } = await readUsage(await findInnermostProcess(worker?.child.pid))
    if (job !== this.#current || worker !== this.#worker) return
    job.cpuBefore ??= cpuMs
    job.isGreedy ||= cpuMs - job.cpuBefore > mostCpuMs || memoryBytes > mostMemoryBytes
    job.isPutOff = !job.isGreedy && performance.now() - since > longestMs
    if (job.isGreedy || job.isPutOff) worker?.child.kill('SIGKILL')
  }

  /** The process that has seen this member's files and nobody else's, or a fresh one. */
  async #workerFor(userId: string): Promise<Worker> {
    const { mostMembers } = this.#limits
    const known = this.#worker
    if (known && !known.members.has(userId) && known.members.size >= mostMembers) this.#end(known)
    this.#worker ??= await this.#start()
    this.#worker.members.add(userId)
    return this.#worker
  }

  async #start(): Promise<Worker> {
    const child = await startConfined(PROCESS, { flags: FLAGS })
    const worker: Worker = { child, members: new Set(), isReady: false }
    this.#stepBack(child.pid)
    child.on('message', (word: DecoderMessage) => {
      if (worker !== this.#worker) return
      if (!('isReady' in word)) return this.#settle(word)
      worker.isReady = true
      // it may have been born before the cage around it stepped back
      void findInnermostProcess(child.pid).then((pid) => this.#stepBack(pid))
    })
    child.on('error', () => {
      if (worker === this.#worker) this.#putOff()
    })
    child.once('exit', (_, signal) => {
      if (worker !== this.#worker) return
      this.#worker = null
      // the machine was out of memory, or stops: a file that breaks its process leaves another signal
      const isEnded = signal === 'SIGKILL' || signal === 'SIGTERM' || !worker.isReady
      if (this.#current && isEnded && !this.#current.isGreedy) this.#current.isPutOff = true
      this.#settle({ unreadable: 'unreadable_image' })
    })
    child.unref()
    return worker
  }

  #stepBack(pid: number | undefined): void {
    try {
      if (pid) setPriority(pid, Math.max(getPriority(), this.#limits.niceness))
    } catch {
      // it is gone already
    }
  }

  /** The machine has no process to give, or ours was gone before it was asked: the file is not to blame. */
  #putOff(): void {
    if (this.#current) this.#current.isPutOff = true
    this.#end()
    this.#settle({ unreadable: 'unreadable_image' })
  }

  #settle(outcome: DecodingOutcome): void {
    const job = this.#current
    this.#current = null
    clearInterval(this.#watch)
    const isPutOff = Boolean(job?.isPutOff) && 'unreadable' in outcome
    if (job) this.#count(isPutOff, outcome)
    if (isPutOff) job?.reject(new DecoderBusy())
    else job?.resolve(outcome)
    void this.#next()
  }

  #count(isPutOff: boolean, outcome: DecodingOutcome): void {
    const { counts } = this
    counts.putOffInARow = isPutOff ? counts.putOffInARow + 1 : 0
    if (isPutOff) counts.putOff += 1
    else if ('unreadable' in outcome) counts.unreadable += 1
    else counts.read += 1
  }

  #end(worker = this.#worker): void {
    if (worker === this.#worker) this.#worker = null
    worker?.child.kill('SIGKILL')
    if (!this.#current) clearInterval(this.#watch)
  }
}

const TICK_MS = 10
const PAGE_BYTES = 4096

/** Of all its threads, where the system tells (Linux); elsewhere the clock is the only limit. */
async function readUsage(pid: number | undefined): Promise<{ cpuMs: number; memoryBytes: number }> {
  const found = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // after the name, which may hold anything
  const fields = found
    .slice(found.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0] = fields.slice(11, 13)
  return { cpuMs: (user + system) * TICK_MS, memoryBytes: (fields[21] ?? 0) * PAGE_BYTES }
}

/** The process that does the work: a cage is one around it. */
export async function findInnermostProcess(pid: number | undefined): Promise<number | undefined> {
  const found = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '')
  return Number(found.trim()) || pid
}
