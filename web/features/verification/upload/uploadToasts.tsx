import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import type { DocumentKind, FileProblem } from './fileRules.ts'

type Words = { title: Key<'toast'>; text?: Key<'verify'> }

const PROBLEMS: Record<FileProblem, Required<Words>> = {
  file_too_large: { title: 'file_too_large', text: 'too_large_detail' },
  invalid_file_type: { title: 'invalid_file_type', text: 'type_detail' },
  heic_picture: { title: 'invalid_file_type', text: 'heic_detail' },
  invalid_image: { title: 'invalid_image', text: 'image_detail' },
  unreadable_pdf: { title: 'upload_failed_de', text: 'pdf_detail' },
  too_many_pixels: { title: 'invalid_image', text: 'pixels_detail' },
  moving_picture: { title: 'invalid_image', text: 'moving_detail' },
  encrypted_file: { title: 'upload_failed_de', text: 'encrypted_detail' },
  too_many_pages: { title: 'upload_failed_de', text: 'pages_detail' },
  active_content: { title: 'upload_failed_de', text: 'active_detail' },
  canvas_untrue: { title: 'upload_failed_de', text: 'canvas_detail' },
}

/** What a file that was refused lacks, in a sentence with the way out. */
export const problemText = (problem: FileProblem): Key<'verify'> => PROBLEMS[problem].text

/** Which problem of a file a refusal of the club is about; none when the file is not to blame. */
export function toFileProblem(code: CallError['code'], kind: DocumentKind): FileProblem | null {
  if (code === 'too_large') return 'file_too_large'
  if (code === 'wrong_file_type') return 'invalid_file_type'
  if (code === 'unreadable_image') return kind === 'pdf' ? 'unreadable_pdf' : 'invalid_image'
  return Object.hasOwn(PROBLEMS, code) ? (code as FileProblem) : null
}

/** "Upload-Limit erreicht" brings its own sentence. */
const REFUSED: Partial<Record<CallError['code'], Words>> = {
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
  if (title === 'upload_limit') return showToast({ title })
  showToast({ title, description: <ErrorText failure={error} /> })
}

/** Says why a file will not do. "Datei zu groß" brings its own sentence. */
export function toastProblem(problem: FileProblem): void {
  const { title, text } = PROBLEMS[problem]
  if (title === 'file_too_large') return showToast({ title })
  showToast({ title, description: <Text ns="verify" k={text} /> })
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
