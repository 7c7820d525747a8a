import { atLeast, atMost, cleanedText } from '../fields.ts'
import { limits } from '../limits.ts'
import { cleanLine, cleanWords } from '../words.ts'

/** What somebody says to others: trimmed, 1 to `max` code points. */
export const spokenText = (max: number) =>
  cleanedText(cleanWords, 'post_empty').check(
    atLeast(1, 'post_empty'),
    atMost(max, 'post_too_long'),
  )
export const PostText = spokenText(limits.postText)

/** What somebody looks for, as they type it. */
export const SearchText = cleanedText(cleanWords, 'invalid').check(
  atMost(limits.searchWords, 'text_too_long'),
)

const neededText = (clean: (text: string) => string, max: number) =>
  cleanedText(clean, 'text_missing').check(atLeast(1, 'text_missing'), atMost(max, 'text_too_long'))

/** A text somebody has to write: trimmed, 1 to `max` code points. */
export const NoteText = (max: number) => neededText(cleanWords, max)

/** The same on a single line, whatever was pasted: a name, a place, a title. */
export const LineText = (max: number) => neededText(cleanLine, max)
