// How an account is kept safe: proving who one is, password, address, second factors, sessions, log-ins.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { cleanCode } from '../digits.ts'
import { atLeast, atMost, cleanedText, CurrentPassword } from '../fields.ts'
import { Email } from '../emailField.ts'
import { NewPassword } from '../admission/signup.ts'
import { MailToken } from '../tokens.ts'

/** Six digits of an authenticator, or a recovery code; how it was typed (spaces, dashes, case) does not matter. */
export const FactorCode = cleanedText(cleanCode, 'code_invalid').check(
  atLeast(6, 'code_invalid'),
  // sixteen signs, also with a space between any two and around each dash
  atMost(40, 'code_invalid'),
)

/** What a browser's authenticator answered (WebAuthn, `PublicKeyCredential.toJSON()`), to the challenge of that id. */
export const PasskeyAnswer = z.object({
  challengeId: z.uuid(),
  credential: z.looseObject({}),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** Proves once more who sits there, for ten minutes of this session: by what the account has; staff whose second factor is due and not there yet, by a code of `mailProof`. */
export const prove = endpoint({
  method: 'POST',
  path: '/api/auth/proof',
  access: 'account',
  body: z.union([
    z.object({ password: CurrentPassword }),
    z.object({ code: FactorCode }),
    z.object({ passkey: PasskeyAnswer }),
  ]),
  response: z.object({ until: z.iso.datetime() }),
  errors: ['invalid_credentials', 'invalid_code', 'passkey_invalid'],
})

/** A code by mail, good for 15 minutes and for `prove` alone: for staff who have no second factor yet, and nobody else. */
export const mailProof = endpoint({
  method: 'POST',
  path: '/api/auth/proof/mail',
  access: 'account',
  limits: { member: 'proofMailed' },
  isLimitedByHandler: true,
  response: Done,
  errors: [codes.forbidden],
})

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type Passkey = z.infer<typeof Passkey>

/** How somebody signs in, as far as they may see it themselves. */
export const Security = z.object({
  email: z.string(),
  /** The new address, while it waits to be confirmed. */
  pendingEmail: z.nullable(z.string()),
  passkeys: z.array(Passkey),
  /** Since when an authenticator's code is asked for. */
  totpSince: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
  /** An admin on https must have a second factor, and used it in this session, to be one. */
  isFactorRequired: z.boolean(),
  /** Until when sensitive acts need no further proof; null when they do now. */
  provedUntil: z.nullable(z.iso.datetime()),
})
export type Security = z.infer<typeof Security>

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/security',
  access: 'account',
  response: Security,
})

/** Keeps this session, ends every other one, and tells the owner by mail. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/security/password',
  access: 'account',
  limits: { member: 'passwordChangePerAccount' },
  body: z.object({ currentPassword: CurrentPassword, password: NewPassword }),
  response: Done,
  errors: ['invalid_credentials', 'weak_password'],
})

/** The same answer whether or not the new address has an account; nothing changes until it is confirmed from there. */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/security/email',
  access: 'account',
  // by the e-mail as well, so that nobody's mailbox is filled from many accounts
  limits: { member: 'emailChange', email: 'emailChange' },
  isLimitedByHandler: true,
  body: z.object({ email: Email }),
  response: Done,
  errors: ['proof_needed'],
})

export const abandonEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/security/email',
  access: 'account',
  response: Done,
})

/** From the mail to the new address. The old one gets a mail with a way back for 48 hours. */
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/security/email/confirmation',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})

/** From the mail to the old address: it counts again, every session ends, and a new password is asked for. */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/security/email/undo',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})

/** One signed-in browser. Where it is, is left out on purpose. */
export const OpenSession = z.object({
  id: z.uuid(),
  browser: z.enum(['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung', 'other']),
  system: z.enum(['android', 'chromeos', 'ios', 'linux', 'macos', 'windows', 'other']),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isThis: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** Newest use first, this one at the top. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/security/sessions',
  access: 'account',
  response: z.object({ sessions: z.array(OpenSession) }),
})

/** Ends one of one's own sessions at once, on its open tabs and streams too. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/security/sessions/:sessionId',
  access: 'account',
  params: z.object({ sessionId: z.uuid() }),
  response: Done,
  errors: [codes.notFound],
})

/** One time somebody came into the account, or was refused. Where from is left out on purpose, as with sessions. */
export const LogIn = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** `second_factor`: the password was right. `proof`: in an open session, where it is asked who sits there. */
  how: z.enum(['password', 'passkey', 'second_factor', 'proof']),
  isRefused: z.boolean(),
  browser: OpenSession.shape.browser,
  system: OpenSession.shape.system,
})
export type LogIn = z.infer<typeof LogIn>

/** One's own, newest first: of each kind so many (`limits.logInsKept`), so that no flood of refused ones takes the others' place. */
export const listLogIns = endpoint({
  method: 'GET',
  path: '/api/security/log-ins',
  access: 'account',
  response: z.object({ logIns: z.array(LogIn) }),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/security/sessions/end-others',
  access: 'account',
  response: z.object({ ended: z.int() }),
})

/** Ends every session of a member, who is mailed about it. */
export const endMemberSessions = endpoint({
  method: 'POST',
  path: '/api/admin/members/:userId/sessions/end',
  access: 'admin',
  params: z.object({ userId: z.uuid() }),
  response: z.object({ ended: z.int() }),
  errors: ['proof_needed', codes.notFound],
})
