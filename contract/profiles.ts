import * as z from 'zod/mini'
import { endpoint, file } from './endpoint.ts'
import { Bio, City, Username } from './fields.ts'
import { limits } from './limits.ts'

const Photos = z.array(z.uuid()).check(z.maxLength(limits.photos))

/** A member's own page. Birthdate and method of verification stay at the club. */
export const Profile = z.object({
  username: z.string(),
  city: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** Photo ids in order; the first is the portrait. */
  photos: Photos,
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  access: 'member',
  response: Profile,
})

export const saveProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  access: 'member',
  body: z.object({ username: Username, city: City, bio: Bio }),
  response: Profile,
  errors: ['terms_due', '23505'],
})

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
    'unreadable_image',
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

const memberParams = z.object({ memberId: z.uuid() })

/** What members may know of each other; nothing else is ever answered. */
export const getMember = endpoint({
  method: 'GET',
  path: '/api/members/:memberId',
  access: 'member',
  params: memberParams,
  response: z.object({
    id: z.uuid(),
    username: z.string(),
    city: z.nullable(z.string()),
    bio: z.nullable(z.string()),
    isVerified: z.boolean(),
    /** `YYYY-MM`. */
    memberSince: z.string(),
    photos: Photos,
  }),
  errors: ['PGRST116'],
})

export const photoSizes = ['320', '1280'] as const

/** The longest side in pixels is the last part of the address. */
export const getPhoto = file({
  path: '/api/members/:memberId/photos/:photoId/:size',
  access: 'member',
  params: z.extend(memberParams, { photoId: z.uuid(), size: z.enum(photoSizes) }),
  file: ['image/webp'],
  errors: ['PGRST116'],
})
