import { digest } from '#contract/live.ts'

/** One or more events as they go over the wire, made once for many listeners. */
export type Frame = {
  plain: Buffer
  /** As one chunk of an HTTP/1.1 body: written as it is, it costs a third of what Node's own encoder does. */
  chunked: Buffer
  /** Each event's part in the sum, in order. */
  parts: number[]
}

export function frame(...events: unknown[]): Frame {
  const data = events.map((event) => JSON.stringify(event))
  return { ...bytes(data.map((text) => `data: ${text}\n\n`).join('')), parts: data.map(digest) }
}

/** Where a stream stands, for one listener. */
export const beatFrame = (sum: number): Omit<Frame, 'parts'> =>
  bytes(`data: {"type":"beat","sum":${sum}}\n\n`)

function bytes(text: string): Omit<Frame, 'parts'> {
  const length = Buffer.byteLength(text)
  const head = `${length.toString(16)}\r\n`
  const chunked = Buffer.from(`${head}${text}\r\n`)
  return { chunked, plain: chunked.subarray(head.length, head.length + length) }
}
