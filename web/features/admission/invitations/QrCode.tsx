import { QrModules } from '#web/platform/shell/QrModules.tsx'
import { qrCode } from './qr.ts'

type Props = { words: string; label: string; className?: string | undefined }

/** An address for a camera; nothing where it is too long. */
export function QrCode({ words, ...props }: Props) {
  const modules = qrCode(words)
  return modules && <QrModules modules={modules} {...props} />
}
