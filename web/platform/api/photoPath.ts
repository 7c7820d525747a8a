import { getPhoto, type photoSizes } from '#contract/members/photos.ts'
import { pathOf } from './call.ts'

/** The address of a member's photo; the size is its longest side in pixels. */
export const photoPath = (
  memberId: string,
  photoId: string,
  size: (typeof photoSizes)[number],
): string => pathOf(getPhoto, { memberId, photoId, size })
