import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pictureFaults } from '../errors.ts'
import { limits } from '../limits.ts'

export const Photos = z.array(z.uuid()).check(z.maxLength(limits.photos))

/** One photo a request: jpeg, png or webp by its signature, whatever it is called. */
export const addPhoto = endpoint({
  method: 'POST',
  path: '/api/profile/photos',
  access: 'member',
  limits: { member: 'photoUpload' },
  isLimitedByHandler: true,
  upload: { maxBytes: limits.photoBytes },
  response: z.object({ photoId: z.uuid(), photos: Photos }),
  errors: [
    'terms_due',
    'consent_required',
    'wrong_file_type',
    ...pictureFaults,
    'photo_limit_reached',
  ],
})

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
