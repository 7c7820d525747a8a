import * as z from 'zod/mini'
import { atLeast, atMost, cleanedText, key, type ValidationKey } from '../fields.ts'
import { limits } from '../limits.ts'
import { cleanLine, cleanName, cleanWords } from '../words.ts'
import type { ProfileWords } from './author.ts'

export const Username = cleanedText(cleanName, 'username_too_short').check(
  atLeast(limits.username.min, 'username_too_short'),
  atMost(limits.username.max, 'username_too_long'),
)

const optionalText = (clean: (text: string) => string, max: number, name: ValidationKey) =>
  z.pipe(
    z
      .pipe(
        z.nullish(z.string(key('invalid'))),
        z.transform((text) => clean(text ?? '')),
      )
      .check(atMost(max, name)),
    z.transform((text: string) => text || null),
  )

/** Empty means none, and is stored as null. */
export const City = optionalText(cleanLine, limits.city, 'city_too_long')
export const Bio = optionalText(cleanWords, limits.bio, 'bio_too_long')

/** What is left out stays as it is; a text given as none is taken away. */
const makeOptional = (field: typeof City) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string(key('invalid'))),
        z.transform((text): string | null | undefined => text),
      ),
      field,
    ),
  )

/** What a member may change of what they say of themselves. */
export const givenWords = { city: makeOptional(City), bio: makeOptional(Bio) } satisfies Record<
  keyof ProfileWords,
  z.ZodMiniType
>
