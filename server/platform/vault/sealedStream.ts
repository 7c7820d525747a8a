import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Transform } from 'node:stream'

/** Each piece is sealed by itself, so that nothing unproved is ever handed on, however long the whole. */
const PIECE_BYTES = 64 * 1024
const TAG_BYTES = 16

/**
 * AES-256-GCM in pieces. The key must be used for this one stream only: the nonce is the number of
 * the piece, and says of the last that it is the last, so none can be left out, moved or cut off.
 */
export const sealing = (key: Buffer, bound: Buffer): Transform =>
  inPieces(PIECE_BYTES, (piece, number, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', key, makeNonce(number, isLast)).setAAD(bound)
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  })

/** Fails at the first piece that was changed, or when the end is missing. */
export const unsealing = (key: Buffer, bound: Buffer): Transform =>
  inPieces(PIECE_BYTES + TAG_BYTES, (piece, number, isLast) => {
    const decipher = createDecipheriv('aes-256-gcm', key, makeNonce(number, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(bound).setAuthTag(piece.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
  })

function makeNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Every piece has the given size; only the last, which there always is, may be shorter. */
function inPieces(
  size: number,
  change: (piece: Buffer, number: number, isLast: boolean) => Buffer,
): Transform {
  let waiting: Buffer[] = []
  let bytes = 0
  let number = 0
  const take = () => {
    const all = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    return all
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk)
      bytes += chunk.length
      if (bytes <= size) return done()
      try {
        let rest = take()
        // what fills a piece exactly waits: it may be the last
        while (rest.length > size) {
          this.push(change(rest.subarray(0, size), number, false))
          number += 1
          rest = rest.subarray(size)
        }
        waiting = [rest]
        bytes = rest.length
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        this.push(change(take(), number, true))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
