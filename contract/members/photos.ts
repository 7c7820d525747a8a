import * as z from 'zod/mini'
import { file } from '../endpoint.ts'
import { codes } from '../errors.ts'

export const photoSizes = ['320', '1280'] as const

/** A photo of a member, by the length of its longest side in pixels. */
export const getPhoto = file({
  path: '/api/members/:memberId/photos/:photoId/:size',
  access: 'member',
  params: z.object({ memberId: z.uuid(), photoId: z.uuid(), size: z.enum(photoSizes) }),
  file: ['image/webp'],
  errors: [codes.notFound],
})
