import * as z from 'zod/mini'
import { endpoint, file } from '../endpoint.ts'
import { codes, pictureFaults } from '../errors.ts'
import { limits } from '../limits.ts'

export const Photos = z.array(z.uuid()).check(z.maxLength(limits.photos))

/** One photo a request: jpeg, png or webp by its signature, whatever it is called. */
export const addPhoto = endpoint({
  method: 'POST',
  path: '/api/profile/photos',
  access: 'member',
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

export const photoSizes = ['320', '1280'] as const

/** The longest side in pixels is the last part of the address. */
export const getPhoto = file({
  path: '/api/members/:memberId/photos/:photoId/:size',
  access: 'member',
  params: z.object({ memberId: z.uuid(), photoId: z.uuid(), size: z.enum(photoSizes) }),
  file: ['image/webp'],
  errors: [codes.notFound],
})
