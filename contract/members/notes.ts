import * as z from 'zod/mini'
import { codes } from '../errors.ts'
import { endpoint } from '../endpoint.ts'
import { atMost, cleanedText } from '../fields.ts'
import { cleanWords } from '../words.ts'

/** How many characters a note has at most. */
export const NOTE_LENGTH = 200

const params = z.object({ memberId: z.uuid() })

/** What the viewer alone knows of a member by a note of their own; null when they wrote none. */
const Noted = z.object({ text: z.nullable(z.string()) })

export const getNote = endpoint({
  method: 'GET',
  path: '/api/notes/:memberId',
  access: 'member',
  params,
  response: Noted,
})

/** In place of what stood there. An empty text takes the note away, also of somebody who is out of sight. */
export const saveNote = endpoint({
  method: 'PUT',
  path: '/api/notes/:memberId',
  access: 'member',
  limits: { member: 'note' },
  params,
  body: z.object({
    text: cleanedText(cleanWords, 'invalid').check(atMost(NOTE_LENGTH, 'text_too_long')),
  }),
  response: Noted,
  errors: [codes.notFound, 'terms_due'],
})
