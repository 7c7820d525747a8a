import { getPhoto, type photoSizes } from '#contract/members/photos.ts'
import { callPath } from './call.ts'

/** The address of a member's photo; the size is its longest side in pixels. */
export const photoPath = (
  memberId: string,
  photoId: string,
  size: (typeof photoSizes)[number],
): string => callPath(getPhoto, { memberId, photoId, size })
