import fc from '#testing/property.ts'
import type * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { expect, test } from 'vitest'
import { computeAge, birthdateProblem, parseGermanDate } from '#contract/admission/birthdate.ts'
import { berlinDay } from '#contract/day.ts'
import { Bio, City, Username } from '#contract/members/profileFields.ts'
import { ResetPassword } from '#contract/accounts/recovery.ts'
import { Birthdate, NewPassword } from '#contract/admission/signup.ts'
import { logIn } from '#contract/accounts/auth.ts'
import { CurrentPassword } from '#contract/fields.ts'
import { Email } from '#contract/emailField.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { PostText } from '#contract/posts/textFields.ts'
import { limits, rates } from '#contract/limits.ts'
import { retention } from '#contract/privacy/retention.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { cleanText, codePoints } from '#contract/words.ts'
import { routes } from '#server/routes.ts'

const keyOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message ?? null

test('the numbers are those of the specification', () => {
  expect(limits).toMatchObject({
    minimumAge: 18,
    email: 255,
    password: { min: 8, max: 100 },
    resetPasswordMin: 6,
    username: { min: 2, max: 50 },
    city: 100,
    bio: 140,
    postText: 240,
    reportDetails: 500,
    postsShownPerRoom: 20,
    freePlanRooms: 3,
    photos: 8,
    photoBytes: 5 * 1024 * 1024,
    idFileBytes: 8 * 1024 * 1024,
    imageLinkSeconds: 300,
    withdrawalDays: 14,
  })
  expect(rates).toMatchObject({
    signUpPerEmail: { max: 3, minutes: 60 },
    resetPerEmail: { max: 5, minutes: 60 },
    waitlist: { max: 5, minutes: 60 },
    idUpload: { max: 3, minutes: 1440 },
    idFileTry: { max: 30, minutes: 1440 },
    logInPerAccount: { max: 10, minutes: 15 },
    logInKnownDevice: { max: 50, minutes: 15 },
    logInPerAddress: { max: 50, minutes: 15 },
    revealing: { max: 10, minutes: 60 },
    signUpPerAddress: { max: 100, minutes: 60 },
    resendPerEmail: { max: 3, minutes: 60 },
    inviteCode: { max: 10, minutes: 60 },
    postPerMinute: { max: 20, minutes: 1 },
    postPerHour: { max: 300, minutes: 60 },
    wave: { max: 60, minutes: 60 },
    report: { max: 20, minutes: 1440 },
  })
  expect(retention).toMatchObject({
    identityApproved: { amount: 30, unit: 'days' },
    identityRejected: { amount: 90, unit: 'days' },
    ibanFragment: { amount: 12, unit: 'months' },
    // § 147 (3) AO, within the ten years of the specification
    vouchers: { amount: 8, unit: 'years' },
    addresses: { amount: 90, unit: 'days' },
    auditLog: { amount: 2, unit: 'years' },
    cookies: { amount: 12, unit: 'months' },
    loginCookies: { amount: 30, unit: 'days' },
    inactiveAccounts: { amount: 3, unit: 'years' },
    deletedAccounts: { amount: 30, unit: 'days' },
  })
})

test.each([
  ['a post of nothing', PostText, '', 'post_empty'],
  ['a post of spaces and invisible characters', PostText, ' \n\u200b\u202e ', 'post_empty'],
  ['as many characters as a post may have', PostText, 'x'.repeat(limits.postText), null],
  ['as many emoji', PostText, '🌙'.repeat(limits.postText), null],
  ['one more', PostText, 'x'.repeat(limits.postText + 1), 'post_too_long'],
  ['a username of one', Username, ' M ', 'username_too_short'],
  ['a username of two', Username, 'Mi', null],
  ['a username of 50', Username, 'm'.repeat(50), null],
  ['a username of 51', Username, 'm'.repeat(51), 'username_too_long'],
  ['a city of 100', City, 'x'.repeat(100), null],
  ['a city of 101', City, 'x'.repeat(101), 'city_too_long'],
  ['no city', City, undefined, null],
  ['a bio of 140', Bio, 'x'.repeat(140), null],
  ['a bio of 141', Bio, 'x'.repeat(141), 'bio_too_long'],
  ['a password of 7', NewPassword, '1234567', 'password_too_short'],
  ['a password of 8', NewPassword, '12345678', null],
  ['a password of 100 emoji', NewPassword, '🌙'.repeat(100), null],
  ['a password of 101', NewPassword, 'x'.repeat(101), 'password_too_long'],
  ['a reset password of 5', ResetPassword, '12345', 'reset_password_too_short'],
  ['a reset password of 6', ResetPassword, '123456', null],
  ['a reset password of 100', ResetPassword, 'x'.repeat(100), null],
  ['a reset password of 101', ResetPassword, 'x'.repeat(101), 'password_too_long'],
  ['no password at the log-in', CurrentPassword, '', 'password_required'],
  ['a space for a password at the log-in', CurrentPassword, ' ', null],
  ['a password of 100 at the log-in', CurrentPassword, 'x'.repeat(100), null],
  ['a password of 101 at the log-in', CurrentPassword, 'x'.repeat(101), 'password_too_long'],
  ['an address with spaces around it', Email, ' mia@example.org ', null],
  ['something that is no address', Email, 'mia@', 'email_invalid'],
  ...[
    'mia@müller-test.de',
    'ivan@xn--80ak6aa92e.xn--p1ai',
    'mia@пример.рф',
    'mia&ben@example.org',
    'mia=x@example.org',
    'mia/x@example.org',
    'mia#x@example.org',
    'mia@example.org.',
    "o'neill@example.ie",
    'mia+tag@example.org',
    '!#$%&*+/=?^_`{|}~-@example.org',
    'm@faß.de',
    'm@例え.jp',
    'm@ไทย.ไทย',
    'm@a-b.co.uk',
    'm@1.example.museum',
    'm@example。org',
    'm@ＥＸＡＭＰＬＥ.org',
    'm@bu\u0308cher.de',
    'm@123.de',
  ].map((address) => [address, Email, address, null] as const),
  ...[
    'mia@example',
    'mia@example.org..',
    'mia@.example.org',
    'mia@-example.org',
    'mia@exam_ple.org',
    'mia@example.org:80',
    'mia@example.org/x',
    'mia@example.org?x',
    'mia@b@example.org',
    'mia@127.0.0.1',
    'mia@0x7f.1',
    'mia@[::1]',
    'mia@example.o%72g',
    '.mia@example.org',
    'mia.@example.org',
    'mi..a@example.org',
    'mi a@example.org',
    'mi,a@example.org',
    'mi<a@example.org',
    '"mia"@example.org',
    'mía@example.org',
    'mia\r\n@example.org',
    `mia@${'x'.repeat(64)}.org`,
    'mia@example.123',
    '@example.org',
    'mia',
  ].map((address) => [address, Email, address, 'email_invalid'] as const),
  ['no address', Email, '', 'email_invalid'],
  ['an address of 255', Email, `${'x'.repeat(243)}@example.org`, null],
  ['an address of 256', Email, `${'x'.repeat(244)}@example.org`, 'email_too_long'],
  ['no reason of a report', createReport.body.shape.reason, undefined, 'reason_required'],
  ['a reason nobody offers', createReport.body.shape.reason, 'dislike', 'reason_required'],
  ['no details of a report', createReport.body.shape.details, undefined, null],
  ['details of 500', createReport.body.shape.details, 'x'.repeat(500), null],
  ['details of 501', createReport.body.shape.details, 'x'.repeat(501), 'text_too_long'],
  ['a day that does not exist', Birthdate, '31.02.1990', 'birthdate_invalid'],
  ['a date in another order', Birthdate, '1990-02-01', 'birthdate_invalid'],
  ['a date of short numbers', Birthdate, '1.2.1990', 'birthdate_invalid'],
  ['no date', Birthdate, '', 'birthdate_invalid'],
] as const)('%s', (_, schema, value, key) => {
  expect(keyOf(schema, value)).toBe(key)
})

test.each([
  ['Mia@Müller-Test.DE', 'mia@xn--mller-test-9db.de'],
  [' MIA@XN--MLLER-TEST-9DB.de. ', 'mia@xn--mller-test-9db.de'],
  ['mia@mu\u0308ller-test.de', 'mia@xn--mller-test-9db.de'],
  ['mia@müller-test。de', 'mia@xn--mller-test-9db.de'],
  ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ["O'Neill+Tag@Example.ie", "o'neill+tag@example.ie"],
])('%s is kept as %s, and that as itself', (typed, kept) => {
  expect(Email.parse(typed)).toBe(kept)
  expect(Email.parse(kept)).toBe(kept)
})

test('whatever is taken is in one form: asked again it is the same', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.nat(), (email, at) => {
      const odd = [email.toUpperCase(), `${email}.`, ` ${email} `][at % 3] ?? email
      const one = Email.safeParse(odd)
      if (one.success) expect(Email.parse(one.data)).toBe(one.data)
      const plain = Email.safeParse(email)
      if (plain.success) expect(one.data).toBe(plain.data)
    }),
  )
})

type Def = {
  shape?: Record<string, z.ZodMiniType>
  options?: z.ZodMiniType[]
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as Def

/** Every named field of a body, in whichever of its shapes. */
function fieldsOf(body: z.ZodMiniType): [string, z.ZodMiniType][] {
  const { shape, options, innerType, in: inner } = defOf(body)
  if (shape) return Object.entries(shape)
  const parts = [...(options ?? []), ...(innerType ? [innerType] : []), ...(inner ? [inner] : [])]
  return parts.flatMap(fieldsOf)
}

test('every field of the contract with an address is the one that brings it into its form', () => {
  const bodies = routes.flatMap(({ call }) => ('body' in call && call.body ? [call.body] : []))
  const fields = bodies.flatMap((body) => fieldsOf(body).filter(([name]) => /e-?mail$/i.test(name)))
  expect(fields.length).toBeGreaterThan(10)
  for (const [, field] of fields) {
    expect(defOf(field).innerType ?? field).toBe(Email)
  }
})

test('log-in and waitlist ask of an address and a password what the fields say', () => {
  expect(logIn.body.shape.email).toBe(Email)
  expect(logIn.body.shape.password).toBe(CurrentPassword)
  expect(joinWaitlist.body.shape.email).toBe(Email)
})

test.each([
  ['the day before turning 18', '22.11.2008', '2026-11-21T12:00:00Z', 'birthdate_underage'],
  ['the 18th birthday', '21.11.2008', '2026-11-21T12:00:00Z', null],
  [
    'the 18th birthday has begun in Berlin, not yet in UTC',
    '22.11.2008',
    '2026-11-21T23:30:00Z',
    null,
  ],
  [
    'the 18th birthday has not begun in Berlin',
    '22.11.2008',
    '2026-11-21T22:30:00Z',
    'birthdate_underage',
  ],
  [
    'born on 29 February, on 28 February',
    '29.02.2008',
    '2026-02-28T12:00:00Z',
    'birthdate_underage',
  ],
  ['born on 29 February, on 1 March', '29.02.2008', '2026-03-01T12:00:00Z', null],
  ['tomorrow', '22.11.2026', '2026-11-21T12:00:00Z', 'birthdate_invalid'],
  ['121 years ago', '20.11.1905', '2026-11-21T12:00:00Z', 'birthdate_invalid'],
  ['120 years ago', '21.11.1906', '2026-11-21T12:00:00Z', null],
  ['30 February', '30.02.1990', '2026-11-21T12:00:00Z', 'birthdate_invalid'],
] as const)('a birthdate: %s', (_, text, now, problem) => {
  expect(birthdateProblem(text, new Date(now))).toBe(problem)
})

test('nobody is waved through a day early: age agrees with counting birthdays', () => {
  const day = fc.date({
    min: new Date('1907-01-01'),
    max: new Date('2026-11-20'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(day, (born) => {
      const birthdate = born.toISOString().slice(0, 10)
      const [year = 0, month, date] = birthdate.split('-').map(Number)
      // Date rolls 29 February over to 1 March, as the law does
      const comesOfAge = new Date(Date.UTC(year + limits.minimumAge, month! - 1, date))
        .toISOString()
        .slice(0, 10)
      const before = new Date(Date.parse(comesOfAge) - 86_400_000).toISOString().slice(0, 10)
      expect(computeAge(birthdate, comesOfAge)).toBe(limits.minimumAge)
      expect(computeAge(birthdate, before)).toBe(limits.minimumAge - 1)
      expect(parseGermanDate(birthdate.split('-').reverse().join('.'))).toBe(birthdate)
    }),
    { numRuns: 1000 },
  )
  expect(berlinDay(new Date('2026-03-28T23:30:00Z'))).toBe('2026-03-29')
})

test('cleaning text is done once: doing it again changes nothing, and it always can be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(text)
      expect(cleanText(clean)).toBe(clean)
      expect(clean.isWellFormed()).toBe(true)
      expect(clean).not.toMatch(/[\0\u200b\u202a-\u202e\u2066-\u2069]/)
      expect(codePoints(clean)).toBe([...clean].length)
    }),
    { numRuns: 1000 },
  )
})

test('signs piled upon letters are cut down, and what languages write stays', () => {
  const piled = `Z${'\u0300\u0323\u0489\u0334'.repeat(10)}algo`
  expect(cleanText(piled).length).toBeLessThan(12)
  for (const words of ['Việt Nam', 'हिन्दी', 'שָׁלוֹם', 'ภาษาไทย', 'Jörg', '👩🏽‍❤️‍👨🏿', '1️⃣'])
    expect(cleanText(words)).toBe(words.normalize('NFC'))
})

/** They are compared with what there is, or read as something else, and shown to nobody as they came. */
const COMPARED = [
  'POST /api/auth/sign-up termsVersion',
  'POST /api/cookie-choices bannerVersion',
  'POST /api/consents version',
  'POST /api/admin/verifications/:submissionId/decision birthdate',
  'POST /api/mine/push endpoint',
  'POST /api/desk/cases/:caseId/decisions version',
]

/** The texts of a schema that are neither cleaned nor of one form, each by where it stands. */
function listBare(schema: $ZodType, path: string): string[] {
  const { def } = (schema as $ZodTypes)._zod
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) =>
      listBare(field, `${path}${path.endsWith(' ') ? '' : '.'}${name}`),
    )
  if (def.type === 'union') return def.options.flatMap((option) => listBare(option, path))
  if (def.type === 'array') return listBare(def.element, path)
  if ('innerType' in def) return listBare(def.innerType, path)
  if (def.type !== 'string' || 'format' in def) return []
  const kinds = (def.checks ?? []).map(({ _zod }) => _zod.def.check)
  return kinds.includes('overwrite') || kinds.includes('string_format') ? [] : [path]
}

test('every text that is sent is one of the fields that clean it, or is of one form', () => {
  const bare = routes.flatMap(({ call }) =>
    'body' in call && call.body ? listBare(call.body, `${call.method} ${call.path} `) : [],
  )
  expect(bare).toEqual(COMPARED)
})

/** Why a call without an id from the browser makes nothing twice when it is sent again after a lost answer. */
const REPEATABLE: Record<string, string[]> = {
  'it is so already': [
    '/api/auth/log-out',
    '/api/auth/log-out-everywhere',
    '/api/security/sessions/end-others',
    '/api/rooms/:slug/entries',
    '/api/bell/:itemId/read',
    '/api/bell/read',
    '/api/waves/declines',
    '/api/posts/:postId/waves',
    '/api/members/:memberId/waves',
    '/api/members/:memberId/table',
    '/api/avoided-addresses',
    '/api/mine/push',
    '/api/consents',
    '/api/digest/end',
    '/api/digest/unsubscribe',
    '/api/waitlist/confirmations',
    '/api/waitlist/withdrawals',
    '/api/waitlist/unsubscribe',
    '/api/invites/redemptions',
    '/api/admin/door/admissions',
    '/api/admin/invitations/:invitationId/revocation',
    '/api/admin/members/:userId/sessions/end',
    '/api/admin/rooms/:roomSlug/moves',
    '/api/billing/cancellations',
    '/api/billing/price-consents',
    '/api/desk/cases',
    '/api/desk/cases/:caseId/age',
  ],
  'it happens once, and a second caller reads so': [
    '/api/auth/sign-up',
    '/api/auth/confirmation',
    '/api/auth/recovery',
    '/api/auth/password',
    '/api/security/email/confirmation',
    '/api/security/email/undo',
    '/api/security/passkeys',
    '/api/security/totp/confirmation',
    '/api/mine/export',
    '/api/mine/deletion',
    '/api/mine/deletion/undo',
    '/api/verification',
    '/api/notices/confirmations',
    '/api/desk/cases/:caseId/member',
    '/api/desk/cases/:caseId/decisions',
    '/api/desk/cases/:caseId/handovers',
    '/api/desk/handovers/:handoverId/answer',
    '/api/desk/statements/:statementId/lift',
    '/api/desk/appeals/:appealId/decision',
    '/api/admin/contact/:messageId/answer',
    '/api/admin/door/refusals',
    '/api/admin/icebreakers',
    '/api/admin/members/:memberId/roles',
    '/api/admin/money/declarations/:declarationId/settlement',
    '/api/admin/money/refunds/:refundId/tries',
    '/api/admin/requests/:requestId/answer',
    '/api/admin/requests/:requestId/extension',
    '/api/admin/roles/:changeId/confirmation',
    '/api/admin/rooms',
    '/api/admin/verifications/:submissionId/decision',
    '/api/admin/words',
  ],
  'it takes the place of what was there': [
    '/api/security/email',
    '/api/security/recovery-codes',
    '/api/security/totp',
    '/api/verification/files',
  ],
  'it goes by a key of its own': [
    '/api/billing/orders',
    '/api/cookie-choices',
    '/api/webhooks/:provider',
  ],
  'it leaves nothing that anybody sees': [
    '/api/auth/passkey/challenge',
    '/api/auth/proof',
    '/api/auth/proof/challenge',
    '/api/auth/second-factor/challenge',
    '/api/security/passkeys/challenge',
    '/api/avoided-addresses/find',
    '/api/invites/checks',
    '/api/posts/stored',
    '/api/billing/intents',
    '/api/mine/export/link',
    '/api/rooms/:slug/writing',
    '/api/tables/:tableId/writing',
    '/api/statement-links/read',
    '/api/admin/verifications/:submissionId/images',
  ],
  'it is done again, and a person sees that: one more session or mail': [
    '/api/auth/log-in',
    '/api/auth/passkey',
    '/api/auth/second-factor',
    '/api/auth/confirmation/resend',
    '/api/auth/proof/mail',
    '/api/auth/reset',
    '/api/waitlist',
    // one that stays is explained by mail, once a minute at most
    '/api/declarations/disputes',
  ],
}

test('what is sent again is there once: by an id of the browser’s, or for a reason that stands here', () => {
  const without = routes.flatMap(({ call }) => {
    if (!('method' in call) || call.method !== 'POST') return []
    const parts = [call.body, call.query].filter((part) => part !== undefined)
    return parts.flatMap(fieldsOf).some(([name]) => name === 'id') ? [] : [call.path]
  })
  // whom an admin turns away is named by an id of the club's
  expect([...without, '/api/admin/door/refusals'].sort()).toEqual(
    Object.values(REPEATABLE).flat().sort(),
  )
})
