import { generateSecret, generateURI, verifySync } from 'otplib'
import { cleanCode } from '#contract/digits.ts'
import { encode } from 'uqr'

// what every authenticator app can: SHA-1, six digits, thirty seconds
const STEP_SECONDS = 30

/** Base32, 160 bits. */
export const newTotpSecret = (): string => generateSecret({ length: 20 })

/** The six digits, however they were typed; null when it is no such code. */
export function appCode(typed: string): string | null {
  const digits = cleanCode(typed).replace(/[\s\p{P}\u2212]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The step a code belongs to, out of this one, the one before and the one after; null when none. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** Apps divide what they show at its first colon. */
const withoutDividers = (text: string) => text.replace(/\s*:\s*/g, ' ').trim()

/** The same secret for an app on this device, and for one that looks at the screen. */
export function totpCard({ secret, club, email }: { secret: string; club: string; email: string }) {
  const uri = generateURI({ issuer: withoutDividers(club), label: withoutDividers(email), secret })
  return { secret, uri, qr: encode(uri, { ecc: 'M', border: 0 }).data }
}
