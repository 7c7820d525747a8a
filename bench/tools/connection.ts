import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'
const READ_BYTES = 16 * 1024

/**
 * One keep-alive HTTP/1.1 connection that sends ready-made bytes and looks at nothing but status
 * and length of an answer: the generator shares the machine with what it measures.
 */
export class RawConnection {
  #port: number
  #socket: Socket | null = null
  #rest: Buffer | null = null
  #status = 0
  /** Bytes of the body still to come; -1 in a head, Infinity in a body sent in chunks. */
  #left = -1
  #done: ((status: number) => void) | null = null

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a request; `done` hears the status, or 0 when the line was cut. One at a time. */
  ask(request: Buffer | string, done: (status: number) => void): void {
    this.#done = done
    this.#socket ??= this.#open()
    this.#socket.write(request)
  }

  close(): void {
    this.#done = null
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect({
      host: '127.0.0.1',
      port: this.#port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (size, buffer) => {
          this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, size))
          return true
        },
      },
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#socket = null
      this.#rest = null
      this.#finish(0)
    })
    return socket
  }

  #take(chunk: Buffer): void {
    let bytes = chunk
    if (this.#left < 0) {
      if (this.#rest) bytes = Buffer.concat([this.#rest, chunk])
      const end = bytes.indexOf(HEAD_END)
      if (end < 0) {
        // the chunk's memory is used again for the next one
        this.#rest = Buffer.from(bytes)
        return
      }
      this.#rest = null
      const head = bytes.toString('latin1', 0, end)
      this.#status = Number(head.slice(9, 12))
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Infinity)
      bytes = bytes.subarray(end + HEAD_END.length)
    }
    if (this.#left === Infinity) {
      if (bytes.toString('latin1', Math.max(0, bytes.length - 5)) === '0\r\n\r\n') this.#finish()
      return
    }
    this.#left -= bytes.length
    if (this.#left <= 0) this.#finish()
  }

  #finish(status = this.#status): void {
    this.#left = -1
    const done = this.#done
    this.#done = null
    done?.(status)
  }
}
