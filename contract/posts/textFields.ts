import { atLeast, atMost, cleanedText } from '../fields.ts'
import { limits } from '../limits.ts'
import { cleanWords } from '../words.ts'

export const PostText = cleanedText(cleanWords, 'post_empty').check(
  atLeast(1, 'post_empty'),
  atMost(limits.postText, 'post_too_long'),
)

/** A text somebody has to write: trimmed, 1 to `max` code points. */
export const NoteText = (max: number) =>
  cleanedText(cleanWords, 'text_missing').check(
    atLeast(1, 'text_missing'),
    atMost(max, 'text_too_long'),
  )
