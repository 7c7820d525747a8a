export type FrameFault = 'drop' | 'repeat'

/**
 * Loses or repeats the next events of a chunked stream and chunks the rest anew, so that nothing
 * but the events themselves can tell. Beats pass, and so does what is no chunk, as the head of an
 * answer.
 */
export function frameFault(faults: FrameFault[]): (piece: Buffer) => Buffer {
  const left = [...faults]
  let rest = Buffer.alloc(0)
  return (piece) => {
    rest = Buffer.concat([rest, piece])
    const out: Buffer[] = []
    for (let chunk = takeChunk(rest); chunk; chunk = takeChunk(rest)) {
      rest = chunk.rest
      if (!chunk.isChunk) {
        out.push(chunk.body)
        continue
      }
      const events = chunk.body.toString().split(/(?<=\n\n)/)
      const passed = events.flatMap((event) => {
        if (event.includes('"type":"beat"')) return [event]
        const fault = left.shift()
        return fault === 'drop' ? [] : fault === 'repeat' ? [event, event] : [event]
      })
      if (passed.length > 0 || events.length === 0) out.push(chunked(passed.join('')))
    }
    return Buffer.concat(out)
  }
}

type Taken = { body: Buffer; rest: Buffer<ArrayBuffer>; isChunk: boolean }

/** The first chunk, or what stands before it and is none; null where it is not all there yet. */
function takeChunk(bytes: Buffer): Taken | null {
  const line = bytes.indexOf('\r\n')
  if (line < 0) return null
  const start = line + 2
  const size = bytes.toString('latin1', 0, line)
  const isChunk = /^[0-9a-f]+$/i.test(size)
  const [from, to] = isChunk ? [start, start + Number.parseInt(size, 16)] : [0, start]
  const next = isChunk ? to + 2 : to
  if (bytes.length < next) return null
  return { body: bytes.subarray(from, to), rest: Buffer.from(bytes.subarray(next)), isChunk }
}

const chunked = (text: string): Buffer =>
  Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
