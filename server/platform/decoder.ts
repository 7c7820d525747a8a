import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Why a stranger's file is not taken. */
export type Unreadable =
  | 'unreadable'
  | 'too_many_pixels'
  | 'animated'
  | 'too_many_pages'
  | 'encrypted'
  | 'active_content'

export type Picture = { bytes: Buffer; width: number; height: number }

export type Task =
  | { kind: 'photo'; bytes: Uint8Array }
  /** `mark` is burned in; `type` is what the signature says. */
  | { kind: 'document'; bytes: Uint8Array; type: 'image' | 'pdf'; mark: string }

export type Outcome = { pictures: Picture[] } | { unreadable: Unreadable }

/** The decoder is at its limit, or gave up on a file. Nothing is wrong with the club. */
export class DecoderBusy extends Error {}

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
const MOST_WAITING = 64
const IDLE_MS = 60_000

type Limits = {
  mostCpuMs: number
  longestMs: number
  mostMemoryBytes: number
  /** As the system counts it: the higher, the later its turn. */
  niceness: number
}

type Job = {
  task: Task
  resolve(outcome: Outcome): void
  reject(error: unknown): void
  /** What the process had used when it was first looked at. */
  cpuBefore?: number
  isGreedy?: boolean
  isPutOff?: boolean
}

/**
 * Decodes what strangers send in a process of its own, one file at a time, with bounded time and
 * memory, no environment and a low priority. A file that breaks it is unreadable; the next one
 * meets a fresh process. One the machine had no time or no memory for is put off.
 */
export class Decoder {
  #child: ChildProcess | null = null
  #waiting: Job[] = []
  #current: Job | null = null
  #watch: ReturnType<typeof setInterval> | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #isOver = false
  #limits: Limits

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = {
      mostCpuMs: MOST_CPU_MS,
      longestMs: LONGEST_MS,
      mostMemoryBytes: MOST_MEMORY_BYTES,
      niceness: NICENESS,
      ...limits,
    }
  }

  /** Throws `DecoderBusy` when too many wait already. */
  async decode(task: Task): Promise<Outcome> {
    if (this.#isOver || this.#waiting.length >= MOST_WAITING) throw new DecoderBusy()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      this.#next()
    })
  }

  stop(): void {
    this.#isOver = true
    for (const job of this.#waiting.splice(0)) job.reject(new DecoderBusy())
    this.#current?.reject(new DecoderBusy())
    this.#current = null
    this.#end()
  }

  #next(): void {
    if (this.#current || this.#isOver) return
    clearTimeout(this.#idle)
    const job = this.#waiting.shift()
    if (!job) {
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
      return
    }
    this.#current = job
    const since = performance.now()
    this.#watch = setInterval(() => void this.#check(job, since), LOOK_MS)
    try {
      this.#child ??= this.#start()
      this.#child.send(job.task)
    } catch {
      this.#putOff()
    }
  }

  async #check(job: Job, since: number): Promise<void> {
    const child = this.#child
    const { mostCpuMs, longestMs, mostMemoryBytes } = this.#limits
    const { cpuMs, memoryBytes } = await usageOf(child?.pid)
    if (job !== this.#current || child !== this.#child) return
    job.cpuBefore ??= cpuMs
    job.isGreedy ||= cpuMs - job.cpuBefore > mostCpuMs || memoryBytes > mostMemoryBytes
    job.isPutOff = !job.isGreedy && performance.now() - since > longestMs
    if (job.isGreedy || job.isPutOff) child?.kill('SIGKILL')
  }

  #start(): ChildProcess {
    const child = fork(PROCESS, {
      env: {},
      execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    if (child.pid) setPriority(child.pid, Math.max(getPriority(), this.#limits.niceness))
    child.on('message', (outcome) => {
      if (child === this.#child) this.#settle(outcome as Outcome)
    })
    child.on('error', () => {
      if (child === this.#child) this.#putOff()
    })
    child.once('exit', (_, signal) => {
      if (child !== this.#child) return
      this.#child = null
      // the machine was out of memory, or stops: a file that breaks its process leaves another signal
      const isEnded = signal === 'SIGKILL' || signal === 'SIGTERM'
      if (this.#current && isEnded && !this.#current.isGreedy) this.#current.isPutOff = true
      this.#settle({ unreadable: 'unreadable' })
    })
    child.unref()
    return child
  }

  /** The machine has no process to give, or ours was gone before it was asked: the file is not to blame. */
  #putOff(): void {
    if (this.#current) this.#current.isPutOff = true
    this.#end()
    this.#settle({ unreadable: 'unreadable' })
  }

  #settle(outcome: Outcome): void {
    const job = this.#current
    this.#current = null
    clearInterval(this.#watch)
    if (job?.isPutOff && 'unreadable' in outcome) job.reject(new DecoderBusy())
    else job?.resolve(outcome)
    this.#next()
  }

  #end(): void {
    clearInterval(this.#watch)
    const child = this.#child
    this.#child = null
    child?.kill('SIGKILL')
  }
}

const TICK_MS = 10
const PAGE_BYTES = 4096

/** Of all its threads, where the system tells (Linux); elsewhere the clock is the only limit. */
async function usageOf(pid: number | undefined): Promise<{ cpuMs: number; memoryBytes: number }> {
  const found = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // after the name, which may hold anything
  const fields = found
    .slice(found.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0] = fields.slice(11, 13)
  return { cpuMs: (user + system) * TICK_MS, memoryBytes: (fields[21] ?? 0) * PAGE_BYTES }
}
