import { expect, test } from 'vitest'
import { City, Bio, Username } from '#contract/members/profileFields.ts'
import { NoteText, PostText } from '#contract/posts/textFields.ts'

/** Each alone, or with spaces between, shows nothing on a screen. */
const UNSEEN =
  '\u200D \u3164 \u2800 \u034F \u00AD \uFE0F \u{E0041} \u115F \u1160 \uFFA0 \u180E \uFFFC \u0301 \u206A \uFFF9 \u{1D173} \u00A0 \u2061'.split(
    ' ',
  )

test.each([...UNSEEN, UNSEEN.join(''), UNSEEN.join(' \n')])(
  'a text in which nothing is to be seen is none (%j)',
  (text) => {
    expect(PostText.safeParse(text).error?.issues[0]?.message).toBe('post_empty')
    expect(NoteText(500).safeParse(text).error?.issues[0]?.message).toBe('text_missing')
    expect(City.parse(text)).toBeNull()
    expect(Bio.parse(text)).toBeNull()
    expect(Username.safeParse(text).success).toBe(false)
  },
)

test.each(['a', '7', '!', '€', '👩‍👩‍👧‍👦', '🏳️‍🌈', '1️⃣', 'ع', '愛', '⠁', '❤', 'e\u0301', '\u{1FAFF}'])(
  'whatever is seen is a text (%s)',
  (text) => {
    expect(PostText.parse(text)).toBe(text.normalize('NFC'))
    expect(City.parse(` ${text} `)).toBe(text.normalize('NFC'))
  },
)
