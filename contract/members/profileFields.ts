import * as z from 'zod/mini'
import { atLeast, atMost, cleanedText, key, type ValidationKey } from '../fields.ts'
import { limits } from '../limits.ts'
import { cleanLine, cleanName, cleanWords } from '../words.ts'

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
