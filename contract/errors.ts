// Every way the server says no: the code on the wire and its HTTP status.
import * as z from 'zod/mini'

/** The three of the specification's codes that say nothing by themselves, by what they mean. */
export const codes = { conflict: '23505', forbidden: '42501', notFound: 'PGRST116' } as const

/**
 * Every way the server says no. The key is the wire code, the number its HTTP status.
 * Where the catalogue of spec section 8 has a code, it is that one; the words live in the browser.
 */
export const errors = {
  [codes.conflict]: 409,
  [codes.forbidden]: 403,
  [codes.notFound]: 404,
  invalid_credentials: 401,
  email_exists: 409,
  weak_password: 422,

  invalid_input: 400,
  too_large: 413,
  foreign_origin: 403,
  not_signed_in: 401,
  suspended: 403,
  too_many_attempts: 429,
  unavailable: 503,
  unexpected: 500,

  email_not_confirmed: 403,
  invalid_code: 422,
  invalid_link: 422,

  room_not_found: 404,
  not_admitted: 403,
  room_closed: 403,
  room_needs_verification: 403,
  room_needs_subscription: 403,
  room_needs_both: 403,
  room_limit_reached: 403,
  not_in_room: 403,
  /** The post that is meant was removed, or is not for the viewer. */
  post_gone: 404,
  edit_too_late: 409,

  wrong_file_type: 415,
  unreadable_image: 422,
  too_many_pixels: 422,
  /** It has several frames, of which only one could be kept. */
  moving_picture: 422,
  encrypted_file: 422,
  too_many_pages: 422,
  /** A PDF that runs something, or brings other files along. */
  active_content: 422,
  photo_limit_reached: 409,
  upload_limit_reached: 429,
  files_missing: 422,
  already_pending: 409,
  already_verified: 409,
  /** It needs a re-authentication no older than ten minutes. */
  proof_needed: 403,
  note_missing: 422,
  checklist_missing: 422,
  /** Nobody approves documents they did not look at. */
  images_unseen: 422,
  already_decided: 409,
  own_submission: 403,
  link_expired: 403,

  /** One answer for every code that lets nobody in. */
  invalid_invite: 422,
  invitations_used_up: 409,
  /** The explicit consent to content of Art. 9 GDPR is missing. */
  consent_required: 403,
  version_outdated: 409,
  /** A new version of the terms waits to be accepted. */
  terms_due: 403,

  payments_off: 409,
  /** The summary it was ordered from is too old, or was never shown. */
  intent_expired: 422,
  already_subscribed: 409,
  nothing_to_cancel: 409,
  provider_unavailable: 503,
  refund_too_high: 422,
  rooms_to_keep: 422,

  passkey_invalid: 422,
  passkey_limit_reached: 409,
  totp_on: 409,
  /** There is neither passkey nor authenticator. */
  no_factor: 409,
  /** Between password and second factor too much time has passed. */
  log_in_expired: 403,
  /** The account goes by day 30; the mail about it holds the way back. */
  account_leaving: 403,
  export_too_soon: 409,
  /** The ten seconds in which a wave can be undone are over. */
  wave_settled: 409,
  /** No post of theirs in a room both are in, or one waved at each. */
  nothing_to_wave_at: 409,
  /** The address is none of a push service that anybody on the internet can reach. */
  push_refused: 422,
  /** The two have not both waved at each other, or no longer do. */
  not_mutual: 409,
  /** A table of the two has ended; they can wave again after thirty days. */
  wave_resting: 409,
  /** The member has as many tables as allowed; they end one first. */
  tables_full: 409,
  /** At each of the member's tables the other has waited for days for an answer. */
  answers_owed: 409,
  table_open: 409,
  table_ended: 409,
  /** One of the two is not there for others at the moment. */
  table_resting: 409,
  /** Addresses are exchanged once both have written a few times; `found` says what it was. */
  contact_too_soon: 422,
  gone: 410,

  /** Nobody decides about themselves, or about what they reported. */
  own_case: 403,
  /** More was reported than the decider has read. */
  more_reported: 409,
  /** Nobody answers an appeal against their own decision, decides again once it was overturned, or confirms their own proposal. */
  same_decider: 409,
  reporting_limited: 403,
  posting_limited: 403,
  already_appealed: 409,
  /** The six months are over, or there is nothing to appeal against. */
  appeal_closed: 409,
  /** Nobody else could confirm it. */
  no_second_admin: 409,
  member_unconfirmed: 409,
  /** Without this admin there would be none. */
  last_admin: 409,
  /** Staff lose their role before they can be suspended. */
  staff_member: 409,
  /**
   * A change of roles is not confirmed by the admin who proposed it, nor by the member whose roles they are;
   * nor does that member drop a removal that others proposed.
   */
  own_role: 403,
  /** A discreet club has to ask for confirmed addresses, and this one does not. */
  confirmation_off: 409,
  /** Newcomers wait with links and ways to reach them; `found` says what it was. */
  contact_data: 422,
  newcomer_limit: 429,
  /** Slow mode: the room takes a post of each member only so often. */
  slow_mode: 429,
  /** The member posted the same text within the last day. */
  same_text: 409,
  /** A word that is not said here; `found` says where. */
  words_blocked: 422,
  /** A hidden member shows themselves first. */
  hidden_now: 403,
  /** The member's list of avoided addresses is full. */
  address_limit_reached: 409,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errors

/** Why a picture is not taken although it is one by its first bytes. */
export const pictureFaults = [
  'unreadable_image',
  'too_many_pixels',
  'moving_picture',
] as const satisfies readonly ErrorCode[]
/** The same for documents, which may be a PDF. */
export const documentFaults = [
  ...pictureFaults,
  'encrypted_file',
  'too_many_pages',
  'active_content',
] as const satisfies readonly ErrorCode[]

export const ErrorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]])

/** Codes any endpoint may answer with, so none declares them. */
export const alwaysPossible = [
  'invalid_input',
  'too_large',
  'foreign_origin',
  'not_signed_in',
  '42501',
  'suspended',
  'too_many_attempts',
  'unavailable',
  'unexpected',
] as const satisfies readonly ErrorCode[]
export type AlwaysPossible = (typeof alwaysPossible)[number]

export const ErrorBody = z.object({
  code: ErrorCode,
  /** There is no such endpoint here: the caller is of another version, or none of ours. */
  isUnknownCall: z.optional(z.literal(true)),
  /** For `invalid_input`: what is wrong, by dotted path; `message` is a key of the validation words. */
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Seconds until another try makes sense; the same number as the `Retry-After` header. */
  retryAfter: z.optional(z.int()),
  /** For `suspended`, `posting_limited` and `reporting_limited`: until when (ISO) and why, as the desk worded it; for `wave_resting` until when. */
  until: z.optional(z.iso.datetime()),
  reason: z.optional(z.string()),
  /** For `version_outdated`: the version in force. */
  version: z.optional(z.string()),
  /** For `contact_data`, `contact_too_soon` and `words_blocked`: which part of the text, in UTF-16 units. */
  found: z.optional(z.object({ from: z.int(), to: z.int(), kind: z.optional(z.string()) })),
})
export type ErrorBody = z.infer<typeof ErrorBody>
