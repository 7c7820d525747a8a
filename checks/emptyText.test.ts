import * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { expect, test } from 'vitest'
import { City, Bio, Username } from '#contract/members/profileFields.ts'
import { NoteText, PostText } from '#contract/posts/textFields.ts'
import { routes } from '#server/routes.ts'

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

/** As typed, or compared with what there is; shown to nobody. */
const TAKEN_AS_TYPED = [
  'POST /api/auth/log-in password',
  'POST /api/auth/sign-up termsVersion',
  'POST /api/auth/password currentPassword',
  'POST /api/cookie-choices bannerVersion',
  'POST /api/consents version',
  'POST /api/admin/verifications/:submissionId/decision birthdate',
  'POST /api/admin/money/declarations/:declarationId/settlement number',
  'POST /api/auth/proof password',
  'PUT /api/security/password currentPassword',
  'POST /api/mine/push endpoint',
  'POST /api/desk/cases/:caseId/decisions version',
]

/** Nobody has to write these. */
const NONE = [
  'POST /api/auth/sign-up city',
  'POST /api/auth/sign-up bio',
  'PUT /api/profile city',
  'PUT /api/profile bio',
  'POST /api/admin/verifications/:submissionId/decision note',
  'PUT /api/notes/:memberId text',
  'POST /api/reports details',
]

function isText(schema: $ZodType): boolean {
  const { def } = (schema as $ZodTypes)._zod
  if (def.type === 'pipe') return isText(def.in)
  return def.type === 'string' || ('innerType' in def && isText(def.innerType))
}

/** The texts of a schema, each by where it stands. */
function listTexts(schema: $ZodType, path: string): [path: string, field: $ZodType][] {
  if (isText(schema)) return [[path, schema]]
  const { def } = (schema as $ZodTypes)._zod
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) =>
      listTexts(field, `${path}${path.endsWith(' ') ? '' : '.'}${name}`),
    )
  if (def.type === 'union') return def.options.flatMap((option) => listTexts(option, path))
  if (def.type === 'array') return listTexts(def.element, path)
  if (def.type === 'pipe') return listTexts(def.in, path)
  return 'innerType' in def ? listTexts(def.innerType, path) : []
}

/** What becomes of signs that nobody sees: refused each, none each, or taken as they are. */
function fateOf(field: $ZodType): string {
  const parsed = UNSEEN.map((sign) => z.safeParse(field, sign))
  if (parsed.every(({ success }) => !success)) return 'refused'
  return parsed.every(({ success, data }) => success && !data) ? 'none' : 'taken'
}

test('whatever is sent, a text in which nothing is to be seen is refused, or none', () => {
  const texts = routes.flatMap(({ call }) =>
    'body' in call && call.body ? listTexts(call.body, `${call.method} ${call.path} `) : [],
  )
  const whose = (fate: string) =>
    texts.filter(([, field]) => fateOf(field) === fate).map(([path]) => path)
  expect(whose('taken')).toEqual(TAKEN_AS_TYPED)
  expect(whose('none')).toEqual(NONE)
  expect(whose('refused').length).toBeGreaterThan(100)
})
