import { createHash } from 'node:crypto'

/** An id that is always the same for the same text, as RFC 9562 has it for what somebody derives in a way of their own. */
export function deriveId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
