import { limits } from '#contract/limits.ts'

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp']

/** What the toast says of a file that is not even sent. */
export type PhotoFault = 'photo_too_large_detail' | 'photo_type_detail'

/** What the browser can tell of a file by its size, its type and its first bytes; the server looks again. */
export async function photoFault(file: File): Promise<PhotoFault | null> {
  if (file.size > limits.photoBytes) return 'photo_too_large_detail'
  // some systems know no type for a file without an ending
  if (file.type && !photoTypes.includes(file.type)) return 'photo_type_detail'
  const start = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return isSigned([...new Uint8Array(start)]) ? null : 'photo_type_detail'
}

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

function isSigned(bytes: number[]): boolean {
  const has = (signature: number[], at = 0) =>
    signature.every((byte, index) => bytes[at + index] === byte)
  return has(JPEG) || has(PNG) || (has(RIFF) && has(WEBP, 8))
}
