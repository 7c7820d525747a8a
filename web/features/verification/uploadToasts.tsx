import type { ErrorCode } from '#contract/errors.ts'
import type { CallError } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { showToast } from '#web/platform/toast.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import type { FileProblem } from './fileRules.ts'

type Words = { title: Key<'toast'>; text?: Key<'verify'> }

/** "Datei zu groß" and "Upload-Limit erreicht" bring their own sentence. */
const REFUSED: Partial<Record<ErrorCode | 'FETCH_ERROR', Words>> = {
  too_large: { title: 'file_too_large' },
  wrong_file_type: { title: 'invalid_file_type', text: 'type_detail' },
  unreadable_image: { title: 'invalid_image', text: 'image_detail' },
  upload_limit_reached: { title: 'upload_limit' },
  files_missing: { title: 'files_missing', text: 'files_expired' },
  invalid_input: { title: 'validation_error_de', text: 'input_detail' },
  not_signed_in: { title: 'not_signed_in', text: 'signed_out_detail' },
  already_pending: { title: 'upload_failed_de', text: 'already_pending' },
  already_verified: { title: 'upload_failed_de', text: 'already_verified' },
  too_many_attempts: { title: 'too_many_attempts_de' },
}

/** Says why files were not taken; a sentence of the common catalogue where there is none of ours. */
export function toastRefused(error: CallError): void {
  const { title, text } = REFUSED[error.code] ?? { title: 'upload_failed_de' }
  if (text) return showToast({ title, description: <Text ns="verify" k={text} /> })
  if (title === 'file_too_large' || title === 'upload_limit') return showToast({ title })
  showToast({ title, description: <ErrorText failure={error} /> })
}

const PROBLEM_TEXT = {
  file_too_large: null,
  invalid_file_type: 'type_detail',
  invalid_image: 'image_detail',
} as const satisfies Record<FileProblem, Key<'verify'> | null>

/** Says why a file that was picked will not do. */
export function toastProblem(problem: FileProblem): void {
  const text = PROBLEM_TEXT[problem]
  if (text) showToast({ title: problem, description: <Text ns="verify" k={text} /> })
  else showToast({ title: problem })
}

/** Says what is still to be done before anything can be submitted. */
export function toastIncomplete(what: 'files_missing' | 'consent_missing' | 'no_account'): void {
  const title = {
    files_missing: 'files_missing',
    consent_missing: 'validation_error_de',
    no_account: 'not_signed_in',
  } as const
  const text = {
    files_missing: 'files_missing_detail',
    consent_missing: 'consent_missing',
    no_account: 'no_account_detail',
  } as const
  showToast({ title: title[what], description: <Text ns="verify" k={text[what]} /> })
}
