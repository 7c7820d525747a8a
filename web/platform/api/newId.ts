const DAY_MS = 24 * 60 * 60 * 1_000

/** `crypto.randomUUID` only exists where the page came over https or from this machine. */
export function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return toUuid(crypto.getRandomValues(new Uint8Array(16)), 4)
}

/**
 * An id of what the club keeps by the million (RFC 9562, version 7). Those of one day stand together in the database's
 * index, so that storing one more touches a page that is in memory. It tells the day, and nothing finer.
 */
export function newDatedId(at: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let day = Math.floor(at / DAY_MS) * DAY_MS
  for (let place = 5; place >= 0; place -= 1) {
    bytes[place] = day % 256
    day = Math.floor(day / 256)
  }
  return toUuid(bytes, 7)
}

function toUuid(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
