import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { now } from '#testing/random.ts'
import { frameFault, type FrameFault } from './proxy.frames.ts'

/** What befalls the bytes of a line, in both directions, from now on. */
type Trouble =
  /** Nothing gets through; what was on its way comes when the line flows again. */
  | 'stall'
  /** A few bytes at a time. */
  | 'drip'

/** Which lines: the streams of events, the calls, or all. */
type Lines = 'stream' | 'calls' | 'all'

type Spoil = 'drop' | 'half' | 'repeat'

const DRIP_BYTES = 4
const DRIP_MS = 200

/** Stands between browser and club, passes on what is said, and is unreliable when asked to be. */
export async function openProxy({ idleMs = 0 }: { idleMs?: number } = {}) {
  const pipes = new Set<Pipe>()
  const trouble: Record<Exclude<Lines, 'all'>, Trouble | null> = { stream: null, calls: null }
  const spoilt: { post: Spoil | null } = { post: null }
  let target = 0
  let cuts = 0
  let heardAt = 0
  let isRefusing = false

  const server = createServer((near) => {
    if (isRefusing) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    const heard = () => void (heardAt = now().getTime())
    const pipe = new Pipe({ near, far, spoilt, heard, trouble: (kind) => trouble[kind] })
    pipes.add(pipe)
    pipe.onEnd(() => pipes.delete(pipe))
    if (idleMs > 0)
      near.setTimeout(idleMs, () => {
        cuts += 1
        pipe.cut()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const kinds = (lines: Lines) => (lines === 'all' ? (['stream', 'calls'] as const) : [lines])
  const of = (lines: Lines) => [...pipes].filter(({ kind }) => kinds(lines).includes(kind as never))

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (url: string) => void (target = Number(new URL(url).port)),
    cuts: () => cuts,
    /** When the last whole event came through a stream that dripped. */
    heardAt: () => heardAt,

    /** Ends every line there is; the next ones are let through. */
    cut: (lines: Lines = 'all') => of(lines).forEach((pipe) => pipe.cut()),
    /** Ends every line that still lives, and lets no new one come about. */
    refuse() {
      isRefusing = true
      for (const pipe of pipes) if (!pipe.isDead) pipe.cut()
    },
    trouble(what: Trouble, lines: Lines = 'all') {
      for (const kind of kinds(lines)) trouble[kind] = what
    },
    /** The lines that are open now stay so, and nothing comes through them ever again. */
    deaden: (lines: Lines = 'all') => of(lines).forEach((pipe) => pipe.deaden()),
    /** Loses or repeats the next piece that the club sends on each stream. */
    spoilStreams(how: Spoil) {
      for (const pipe of of('stream')) pipe.spoil = how
    },
    /** Loses or repeats the next post on its way to the club. */
    spoilPost: (how: Spoil) => void (spoilt.post = how),
    /** Loses or repeats whole events of each stream, the line itself staying in order. */
    spoilEvents(faults: FrameFault[]) {
      for (const pipe of of('stream')) pipe.frames = frameFault(faults)
    },
    /** Everything works again; what was held back comes now. */
    heal() {
      isRefusing = false
      trouble.stream = trouble.calls = null
      spoilt.post = null
      for (const pipe of pipes) pipe.flow()
    },
    close() {
      server.close()
      for (const pipe of pipes) pipe.cut()
    },
  }
}

type Kind = 'stream' | 'calls'
type Ends = {
  near: Socket
  far: Socket
  spoilt: { post: Spoil | null }
  heard: () => void
  trouble: (kind: Kind) => Trouble | null
}

class Pipe {
  kind: Kind = 'calls'
  spoil: Spoil | null = null
  frames: ((piece: Buffer) => Buffer) | null = null
  isDead = false
  #held: { to: Socket; piece: Buffer }[] = []
  #near: Socket
  #far: Socket
  #trouble: Ends['trouble']
  #heard: Ends['heard']
  #dripped = ''
  #drip: ReturnType<typeof setInterval>

  constructor({ near, far, spoilt, heard, trouble }: Ends) {
    this.#near = near
    this.#far = far
    this.#trouble = trouble
    this.#heard = heard
    near.on('data', (piece) => {
      const head = piece.toString('latin1', 0, 80)
      // one connection serves one request after the other
      const [, path] = /^[A-Z]+ (\/\S*)/.exec(head) ?? []
      if (path) this.kind = /^\/api\/live(\?|$)/.test(path) ? 'stream' : 'calls'
      const isPost = /^POST \/api\/rooms\/[\w-]+\/posts/.test(head)
      const how = isPost ? spoilt.post : null
      if (isPost) spoilt.post = null
      // on a line of its own: a second answer on this one would be taken for that to another call
      if (how === 'repeat') {
        const other = connect(far.remotePort!, '127.0.0.1').on('error', () => {})
        other.once('data', () => other.destroy()).write(piece)
      }
      this.#carry(far, how === 'repeat' ? piece : spoiled(piece, how))
    })
    far.on('data', (piece) => {
      const left = spoiled(piece, this.spoil)
      this.spoil = null
      this.#carry(near, this.frames ? this.frames(left) : left)
    })
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.on('close', () => this.isDead || this.cut())
    }
    this.#drip = setInterval(() => this.#dripOn(), DRIP_MS)
    this.onEnd(() => clearInterval(this.#drip))
  }

  onEnd(listener: () => void): void {
    this.#near.once('close', listener)
  }
  cut(): void {
    this.#near.destroy()
    this.#far.destroy()
  }
  deaden(): void {
    this.isDead = true
  }
  flow(): void {
    for (const { to, piece } of this.#held.splice(0)) to.write(piece)
  }

  #carry(to: Socket, piece: Buffer): void {
    if (this.isDead || piece.length === 0) return
    // in order: what is held goes first
    if (this.#trouble(this.kind) || this.#held.length > 0) this.#held.push({ to, piece })
    else to.write(piece)
  }

  #dripOn(): void {
    if (this.isDead || this.#trouble(this.kind) !== 'drip') return
    const [first] = this.#held
    if (!first) return
    const passed = first.piece.subarray(0, DRIP_BYTES)
    first.to.write(passed)
    this.#dripped = this.#dripped.slice(-1) + passed.toString('latin1')
    if (this.kind === 'stream' && this.#dripped.includes('\n\n')) this.#heard()
    first.piece = first.piece.subarray(DRIP_BYTES)
    if (first.piece.length === 0) this.#held.shift()
  }
}

function spoiled(piece: Buffer, how: Spoil | null): Buffer {
  if (how === 'drop') return Buffer.alloc(0)
  if (how === 'half') return piece.subarray(0, piece.length >> 1)
  return how === 'repeat' ? Buffer.concat([piece, piece]) : piece
}
