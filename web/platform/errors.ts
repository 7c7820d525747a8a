import type { ErrorCode } from '#contract/errors.ts'
import { validationKeys, type ValidationKey } from '#contract/fields.ts'
import type { Key } from '#web/text/catalogues.ts'

/** Codes of the catalogue (spec section 8) that our server has no use for, but a browser may meet. */
type CatalogueCode = '23503' | '23502' | '42P01' | 'PGRST301' | 'user_not_found' | 'FETCH_ERROR'

/** Every code and its words; one without words does not compile. */
const byCode: Record<ErrorCode | CatalogueCode, Key<'errors'>> = {
  '23505': '23505',
  '23503': '23503',
  '23502': '23502',
  '42501': '42501',
  '42P01': '42P01',
  PGRST116: 'PGRST116',
  PGRST301: 'PGRST301',
  invalid_credentials: 'invalid_credentials',
  email_exists: 'email_exists',
  weak_password: 'weak_password',
  user_not_found: 'user_not_found',
  FETCH_ERROR: 'FETCH_ERROR',

  invalid_input: 'check_input',
  too_large: 'too_large',
  foreign_origin: 'foreign_origin',
  not_signed_in: 'not_signed_in',
  suspended: 'suspended',
  too_many_attempts: 'too_many_attempts',
  unavailable: 'unavailable',
  unexpected: 'general',

  email_not_confirmed: 'email_not_confirmed',
  invalid_code: 'invalid_code',
  invalid_link: 'invalid_link',

  room_not_found: 'room_not_found',
  not_admitted: 'not_admitted',
  room_closed: 'room_closed',
  room_needs_verification: 'room_needs_verification',
  room_needs_subscription: 'room_needs_subscription',
  room_needs_both: 'room_needs_both',
  room_limit_reached: 'room_limit_reached',
  not_in_room: 'not_in_room',

  wrong_file_type: 'wrong_file_type',
  unreadable_image: 'unreadable_image',
  photo_limit_reached: 'photo_limit_reached',
  upload_limit_reached: 'upload_limit_reached',
  files_missing: 'files_missing',
  already_pending: 'already_pending',
  already_verified: 'already_verified',
  proof_needed: 'proof_needed',
  note_missing: 'note_missing',
  checklist_missing: 'checklist_missing',
  already_decided: 'already_decided',
  own_submission: 'own_submission',
  link_expired: 'link_expired',

  invalid_invite: 'invalid_invite',
  invitations_used_up: 'invitations_used_up',
  consent_required: 'consent_required',
  version_outdated: 'version_outdated',
  terms_due: 'terms_due',

  payments_off: 'payments_off',
  intent_expired: 'intent_expired',
  already_subscribed: 'already_subscribed',
  nothing_to_cancel: 'nothing_to_cancel',
  provider_unavailable: 'provider_unavailable',
  refund_too_high: 'refund_too_high',
  rooms_to_keep: 'rooms_to_keep',
}

/** Where neither list nor code helps, what the message says; the first that fits. */
const byContent: [content: RegExp, key: Key<'errors'>][] = [
  [/duplicate|already exists/i, '23505'],
  [/permission|denied/i, '42501'],
  [/not found/i, 'item_not_found'],
  [/invalid|incorrect/i, 'check_input'],
  [/network|fetch/i, 'FETCH_ERROR'],
]

export type ErrorMessage =
  | { ns: 'errors'; k: Key<'errors'>; values?: { count: number } }
  | { ns: 'validation'; k: ValidationKey }
  | { words: string }

/** What to tell a person: the first of a list of errors, then the code, then the content, then a general word. */
export function errorMessage(failure: unknown): ErrorMessage {
  const { code, message, errors, retryAfter } = read(failure)
  const first = errors?.[0]?.message
  if (first) return fieldMessage(first)
  if (code === 'too_many_attempts' && retryAfter) {
    const count = Math.max(1, Math.ceil(retryAfter / 60))
    return { ns: 'errors', k: 'too_many_attempts_wait', values: { count } }
  }
  const known = code !== undefined && Object.hasOwn(byCode, code)
  if (known) return { ns: 'errors', k: byCode[code as keyof typeof byCode] }
  const fitting = byContent.find(([content]) => content.test(message ?? ''))
  return { ns: 'errors', k: fitting?.[1] ?? 'general' }
}

/** What a form field says: the key of a schema, or words that came as they are. */
export function fieldMessage(message: string): ErrorMessage {
  const key = validationKeys.find((one) => one === message)
  return key ? { ns: 'validation', k: key } : { words: message }
}

type Failure = {
  code?: string | undefined
  message?: string | undefined
  errors?: { message: string }[] | undefined
  retryAfter?: number | undefined
}

/** A failed call carries the server's answer as its `body`; anything else is read as it stands. */
function read(failure: unknown): Failure {
  if (typeof failure === 'string') return { message: failure }
  if (typeof failure !== 'object' || failure === null) return {}
  const { body, ...own } = failure as Failure & { body?: Failure | null }
  const message = failure instanceof Error ? failure.message : own.message
  return { ...own, message, ...body }
}
