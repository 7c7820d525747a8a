import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { atLeast, atMost, cleanedText } from '../fields.ts'
import { limits } from '../limits.ts'
import { insideRoomErrors, RoomSlug } from '../rooms/rooms.ts'
import { cleanLine } from '../words.ts'

/** How a room paces its members, and how long the viewer waits at the moment. */
export const getPace = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/pace',
  access: 'member',
  params: z.object({ slug: RoomSlug }),
  response: z.object({ slowSeconds: z.int(), waitSeconds: z.int() }),
  errors: insideRoomErrors,
})

/** Hides the member's profile and posts from everybody, or shows them again. */
export const setHidden = endpoint({
  method: 'PUT',
  path: '/api/mine/hidden',
  access: 'account',
  body: z.object({ isHidden: z.boolean() }),
  response: Done,
})

// each by its whole name, or the list of all numbers comes with it (scripts/site/knownNumbers.ts)
const [min, max] = [limits.blockedWord.min, limits.blockedWord.max]
/** What texts are divided into, with the signs that stand for letters: of anything else none would be found. */
export const WORD_SIGNS = '\\p{L}\\p{N}\\p{M}\\p{Cf}@$€!|*'
/** No asterisk at either end, which would stand for itself and not for more letters. */
const ONE_WORD = new RegExp(`^(?!\\*)[${WORD_SIGNS}]+(?<!\\*)$`, 'u')
const BlockedWord = cleanedText(cleanLine, 'text_missing').check(
  atLeast(min, 'text_missing'),
  atMost(max, 'text_too_long'),
  z.refine((text) => /\p{L}/u.test(text) && ONE_WORD.test(text), { error: 'invalid' }),
)

/** Words nobody writes here: in posts, usernames, cities and bios. */
export const listWords = endpoint({
  method: 'GET',
  path: '/api/admin/words',
  access: 'admin',
  response: z.object({
    words: z
      .array(z.object({ id: z.uuid(), word: z.string(), addedAt: z.iso.datetime() }))
      .check(z.maxLength(limits.blockedWords)),
  }),
})

/** `23505`: it is there, or one that looks like it. */
export const addWord = endpoint({
  method: 'POST',
  path: '/api/admin/words',
  access: 'admin',
  body: z.object({ word: BlockedWord }),
  response: Done,
  errors: [codes.conflict],
})

export const removeWord = endpoint({
  method: 'DELETE',
  path: '/api/admin/words/:wordId',
  access: 'admin',
  params: z.object({ wordId: z.uuid() }),
  response: Done,
  errors: [codes.notFound],
})
