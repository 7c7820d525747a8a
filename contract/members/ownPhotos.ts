import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { codes, pictureFaults } from '../errors.ts'
import { limits } from '../limits.ts'

export const Photos = z.array(z.uuid()).check(z.maxLength(limits.photos))

/**
 * One photo a request: jpeg, png or webp by its signature, whatever it is called. The browser makes the id;
 * sending the same one again gives the photo that is already there, and brings none back that was taken away since.
 */
export const addPhoto = endpoint({
  method: 'POST',
  path: '/api/profile/photos',
  access: 'member',
  limits: { member: 'photoUpload' },
  isLimitedByHandler: true,
  query: z.optional(z.object({ id: z.optional(z.uuid()) })),
  upload: { maxBytes: limits.photoBytes },
  response: z.object({ photoId: z.uuid(), photos: Photos }),
  errors: [
    'terms_due',
    'consent_required',
    'wrong_file_type',
    ...pictureFaults,
    'photo_limit_reached',
    codes.notFound,
  ],
})

/** From here on the id of a photo equals that of its upload; what comes before is drawn for each attempt to store it. */
const SENT = 24

/** Whether a photo was stored by this upload. */
export const isSentPhoto = (photoId: string, sentId: string): boolean =>
  photoId.slice(SENT) === sentId.slice(SENT).toLowerCase()

/** The id for one attempt to store an upload; another one each time, so that no two attempts write the same files. */
export const makePhotoId = (sentId: string, drawn: string): string =>
  drawn.slice(0, SENT) + sentId.slice(SENT).toLowerCase()

/** Only an order of what is there: a photo that came or went meanwhile is answered with the list as it is. */
export const orderPhotos = endpoint({
  method: 'PUT',
  path: '/api/profile/photos',
  access: 'member',
  body: z.object({ photos: Photos }),
  response: z.object({ photos: Photos }),
})

export const removePhoto = endpoint({
  method: 'DELETE',
  path: '/api/profile/photos/:photoId',
  access: 'member',
  params: z.object({ photoId: z.uuid() }),
  response: z.object({ photos: Photos }),
})
