import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { profileWords } from './author.ts'
import { Photos } from './ownPhotos.ts'
import { givenWords, Username } from './profileFields.ts'
import { StaffRole } from '../roles.ts'

/** A member's own page. Birthdate and method of verification stay at the club. */
export const Profile = z.object({
  ...profileWords,
  username: z.string(),
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
  body: z.object({ username: z.optional(Username), ...givenWords }),
  response: Profile,
  /** A bio is not kept before the consent it needs; one that stands stays, and may be taken out. */
  errors: ['terms_due', 'consent_required', codes.conflict],
})

/** What members may know of each other; nothing else is ever answered. */
export const getMember = endpoint({
  method: 'GET',
  path: '/api/members/:memberId',
  access: 'member',
  params: z.object({ memberId: z.uuid() }),
  response: z.object({
    ...profileWords,
    id: z.uuid(),
    username: z.string(),
    isVerified: z.boolean(),
    /** Who works for the club says so. */
    role: z.nullable(StaffRole),
    /** `YYYY-MM`. */
    memberSince: z.string(),
    photos: Photos,
  }),
  errors: [codes.notFound],
})
