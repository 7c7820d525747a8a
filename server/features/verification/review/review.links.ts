import { timingSafeEqual } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Side, ViewPurpose } from '#contract/verification/verification.ts'
import type { KeyRing } from '#server/platform/vault/keyring.ts'

/** Which image a link opens, what for, and in which session alone. */
type Opening = {
  sessionId: string
  submissionId: string
  side: Side
  purpose: ViewPurpose
}
/** The month whose key opens the image vouches for its links: when that key goes, they go. */
type Vouching = { keys: Pick<KeyRing, 'codeFor'>; epoch: string }

const LIFETIME_MS = limits.imageLinkSeconds * 1000
const LINK = /^([0-9a-z]{1,11})\.[\w-]{43}$/

/** Null when the image can no longer be opened. */
export async function createImageLink(
  vouching: Vouching,
  opening: Opening,
  now: Date,
): Promise<{ link: string; expiresAt: Date } | null> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const link = await signLink(vouching, opening, expiresAt.getTime())
  return link === null ? null : { link, expiresAt }
}

/** Whether we made the link for this opening, and not too long ago. */
export async function isImageLink(
  vouching: Vouching,
  opening: Opening,
  link: string,
  now: Date,
): Promise<boolean> {
  const expiresAt = parseInt(LINK.exec(link)?.[1] ?? '', 36)
  const left = expiresAt - now.getTime()
  if (!(left >= 0 && left <= LIFETIME_MS)) return false
  const ours = await signLink(vouching, opening, expiresAt)
  return (
    ours !== null &&
    ours.length === link.length &&
    timingSafeEqual(Buffer.from(ours), Buffer.from(link))
  )
}

async function signLink(
  { keys, epoch }: Vouching,
  { sessionId, submissionId, side, purpose }: Opening,
  expiresAt: number,
): Promise<string | null> {
  const text = JSON.stringify(['id-image', sessionId, submissionId, side, purpose, expiresAt])
  const code = await keys.codeFor(text, epoch)
  return code && `${expiresAt.toString(36)}.${code.toString('base64url')}`
}
