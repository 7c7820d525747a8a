// Which words tell a person what went wrong, for each code of an error or refusal, known or foreign.
import { codes, errors, type ErrorCode } from '#contract/errors.ts'
import { validationKeys, type ValidationKey } from '#contract/fields.ts'
import type { Key } from '#web/text/catalogues.ts'

/** Codes of the catalogue (spec section 8) that our server has no use for, but a browser may meet. */
const catalogueCodes = [
  '23503',
  '23502',
  '42P01',
  'PGRST301',
  'user_not_found',
  'FETCH_ERROR',
  // of a call that the club does not know yet, or no longer
  'club_updating',
] as const

type Code = ErrorCode | (typeof catalogueCodes)[number]

/** Of words that any screen may show, or of those that come with the first of them. */
type ErrorKey = Key<'errors'> | Key<'refusals'>

/** The few whose words go by another name. */
const renamed = {
  invalid_input: 'check_input',
  unexpected: 'general',
  passkey_limit_reached: 'changed_meanwhile',
  totp_on: 'changed_meanwhile',
  no_factor: 'changed_meanwhile',
  export_too_soon: 'changed_meanwhile',
  log_in_expired: 'not_signed_in',
  gone: 'invalid_link',
  // where files are sent each has its own sentence
  too_many_pixels: 'file_refused',
  moving_picture: 'file_refused',
  encrypted_file: 'file_refused',
  too_many_pages: 'file_refused',
  active_content: 'file_refused',
} as const
type Renamed = keyof typeof renamed

/** Every other code is the key of its words, here or among those that come late; one without words does not compile. */
const sameKey = (code: Exclude<Code, Renamed>): ErrorKey => code

const isRenamed = (code: Code): code is Renamed => Object.hasOwn(renamed, code)
const toKey = (code: Code): ErrorKey => (isRenamed(code) ? renamed[code] : sameKey(code))

const isKnown = (code: string): code is Code =>
  Object.hasOwn(errors, code) || catalogueCodes.some((one) => one === code)

/** Where neither list nor code helps, what the message says; the first that fits. */
const byContent: [content: RegExp, key: Key<'errors'>][] = [
  [/duplicate|already exists/i, codes.conflict],
  [/permission|denied/i, codes.forbidden],
  [/not found/i, 'item_not_found'],
  [/invalid|incorrect/i, 'check_input'],
  [/network|fetch/i, 'FETCH_ERROR'],
]

export type ErrorMessage =
  | { ns: 'errors'; k: ErrorKey; values?: { count: number } }
  | { ns: 'validation'; k: ValidationKey }
  | { words: string }

/** What to tell a person: the first of a list of errors, then the code, then the content, then a general word. */
export function errorMessage(failure: unknown): ErrorMessage {
  const { code, message, errors: list, retryAfter } = read(failure)
  const first = list?.[0]?.message
  if (first) return fieldMessage(first)
  if (code === 'too_many_attempts' && retryAfter) {
    const minutes = Math.max(1, Math.ceil(retryAfter / 60))
    return minutes < 60
      ? { ns: 'errors', k: 'too_many_attempts_wait', values: { count: minutes } }
      : {
          ns: 'errors',
          k: 'too_many_attempts_wait_hours',
          values: { count: Math.ceil(minutes / 60) },
        }
  }
  if (code !== undefined && isKnown(code)) return { ns: 'errors', k: toKey(code) }
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
  type WithBody = Failure & { body?: Failure | null; foreign?: { said: unknown } | null }
  const { body, foreign, ...own } = failure as WithBody
  if (foreign) return readForeign(foreign.said)
  const message = failure instanceof Error ? failure.message : own.message
  // how it is read here says more than the code it came with
  return { ...own, message, ...body, code: own.code ?? body?.code }
}

/** What of an answer that is not the club's own the catalogue can be asked about. */
export function readForeign(said: unknown): Failure {
  const { code, message, errors: list } = Object(said) as Record<string, unknown>
  const isText = (value: unknown) => typeof value === 'string'
  const first = Array.isArray(list)
    ? list.map((one) => (Object(one) as { message?: unknown }).message).find(isText)
    : undefined
  return {
    ...(isText(code) && { code }),
    ...(isText(message) && { message }),
    ...(first !== undefined && { errors: [{ message: first }] }),
  }
}
