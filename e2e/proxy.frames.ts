export type FrameFault = 'drop' | 'repeat'

/**
 * Loses or repeats the next events of a chunked stream and chunks the rest anew, so that nothing
 * but the events themselves can tell. Beats pass.
 */
export function frameFault(faults: FrameFault[]): (piece: Buffer) => Buffer {
  const left = [...faults]
  let rest = Buffer.alloc(0)
  return (piece) => {
    rest = Buffer.concat([rest, piece])
    const out: Buffer[] = []
    for (let chunk = takeChunk(rest); chunk; chunk = takeChunk(rest)) {
      rest = chunk.rest
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

function takeChunk(bytes: Buffer): { body: Buffer; rest: Buffer<ArrayBuffer> } | null {
  const line = bytes.indexOf('\r\n')
  if (line < 0) return null
  const start = line + 2
  const end = start + Number.parseInt(bytes.toString('latin1', 0, line), 16)
  if (bytes.length < end + 2) return null
  return { body: bytes.subarray(start, end), rest: Buffer.from(bytes.subarray(end + 2)) }
}

const chunked = (text: string): Buffer =>
  Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
