import { digest } from '#contract/live.ts'

/** One event as it goes over the wire, and its part in the sum. */
export type Piece = { bytes: Buffer; part: number }

/** One or more events as they go over the wire, made once for many listeners. */
export type Frame = {
  plain: Buffer
  /** As one chunk of an HTTP/1.1 body: written as it is, it costs a third of what Node's own encoder does. */
  chunked: Buffer
  /** Each event's part in the sum, in order. */
  parts: number[]
}

export function encodeEvent(event: unknown): Piece {
  const data = JSON.stringify(event)
  return { bytes: Buffer.from(`data: ${data}\n\n`), part: digest(data) }
}

/** Events that were rendered before, put together. */
export const joinPieces = (pieces: readonly Piece[]): Frame => ({
  ...chunk(pieces.map(({ bytes }) => bytes)),
  parts: pieces.map(({ part }) => part),
})

/** The same with others in place of some, by index in rising order; what lies between is copied as it is. */
export function encodeWithReplacements(
  whole: Frame,
  pieces: readonly Piece[],
  changes: readonly (readonly [index: number, piece: Piece])[],
): Frame {
  const parts = [...whole.parts]
  const runs: Buffer[] = []
  let [index, at] = [0, 0]
  const copyTo = (end: number) => {
    const from = at
    for (; index < end; index += 1) at += pieces[index]!.bytes.length
    if (at > from) runs.push(whole.plain.subarray(from, at))
  }
  for (const [changed, { bytes, part }] of changes) {
    copyTo(changed)
    runs.push(bytes)
    parts[changed] = part
    at += pieces[changed]!.bytes.length
    index = changed + 1
  }
  copyTo(pieces.length)
  return { ...chunk(runs), parts }
}

export const encodeEvents = (...events: unknown[]): Frame => joinPieces(events.map(encodeEvent))

/** Where a stream stands, for one listener. */
export const beatFrame = (sum: number): Omit<Frame, 'parts'> =>
  chunk([Buffer.from(`data: {"type":"beat","sum":${sum}}\n\n`)])

const END = Buffer.of(13, 10)

function chunk(all: readonly Buffer[]): Omit<Frame, 'parts'> {
  const length = all.reduce((sum, one) => sum + one.length, 0)
  const head = Buffer.from(`${length.toString(16)}\r\n`)
  const chunked = Buffer.concat([head, ...all, END])
  return { chunked, plain: chunked.subarray(head.length, head.length + length) }
}
