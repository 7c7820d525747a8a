import type { ReactNode } from 'react'
import { codes } from '#contract/errors.ts'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import type { PhotoFault } from './photoChecks.ts'

const WORDS = {
  too_large: <Text ns="toast" k="photo_too_large_detail" />,
  wrong_type: <Text ns="toast" k="photo_type_detail" />,
  heic: <Text ns="profile" k="photo_heic" />,
  unreadable_image: <Text ns="profile" k="photo_unreadable" />,
  too_many_pixels: <Text ns="profile" k="photo_pixels" />,
  moving_picture: <Text ns="profile" k="photo_moving" />,
} satisfies Record<PhotoFault, ReactNode>

export const toastFault = (fault: PhotoFault): void =>
  showToast({ title: 'upload_failed', description: WORDS[fault] })

export const toastLimit = (): void =>
  showToast({
    title: 'photo_limit',
    description: <ErrorText failure={{ code: 'photo_limit_reached' }} />,
  })

const isFault = (code: string): code is PhotoFault => Object.hasOwn(WORDS, code)

/** A refusal of the server in the words of the browser's own checks, where it is about the same. */
export function toastUploadRefused(error: CallError): void {
  if (error.code === 'photo_limit_reached') toastLimit()
  else if (error.code === codes.notFound)
    showToast({ title: 'upload_failed', description: <Text ns="profile" k="photo_taken_away" /> })
  else if (error.code === 'wrong_file_type') toastFault('wrong_type')
  else if (isFault(error.code)) toastFault(error.code)
  else showToast({ title: 'upload_failed', description: <ErrorText failure={error} /> })
}
