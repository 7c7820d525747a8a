import type { CallError } from '#web/platform/call.ts'
import { ErrorText } from '#web/platform/ErrorText.tsx'
import { showToast } from '#web/platform/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import type { PhotoFault } from './photoChecks.ts'

export const toastFault = (fault: PhotoFault): void =>
  showToast({ title: 'upload_failed', description: <Text ns="toast" k={fault} /> })

export const toastLimit = (): void =>
  showToast({
    title: 'photo_limit',
    description: <ErrorText failure={{ code: 'photo_limit_reached' }} />,
  })

/** A refusal of the server in the words of the browser's own checks, where it is about the same. */
export function toastUploadRefused(error: CallError): void {
  if (error.code === 'photo_limit_reached') toastLimit()
  else if (error.code === 'too_large') toastFault('photo_too_large_detail')
  else if (error.code === 'wrong_file_type') toastFault('photo_type_detail')
  else showToast({ title: 'upload_failed', description: <ErrorText failure={error} /> })
}
