import { limits } from '#contract/limits.ts'
import { listAcceptedTypes, kindOfFile, listTypes } from '#web/platform/forms/fileKinds.ts'

/** What a picker offers, and what a camera may answer with. */
export const photoTypes = listAcceptedTypes('jpeg', 'png', 'webp')
export const cameraTypes = listTypes('jpeg', 'png', 'webp')

/** Why a photo is not taken, by the browser or by the club. */
export type PhotoFault =
  | 'too_large'
  | 'wrong_type'
  | 'heic'
  | 'unreadable_image'
  | 'too_many_pixels'
  | 'moving_picture'

/** What the browser can tell of a file by its size and its first bytes, whatever it is called; the server looks again. */
export async function photoFault(file: File): Promise<PhotoFault | null> {
  if (file.size > limits.photoBytes) return 'too_large'
  const found = await kindOfFile(file)
  if (found === 'heic') return 'heic'
  return found && found !== 'pdf' ? null : 'wrong_type'
}
