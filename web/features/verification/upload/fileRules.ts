import { limits } from '#contract/limits.ts'
import type { documentFaults } from '#contract/errors.ts'
import type { Side } from '#contract/verification/verification.ts'
import {
  listAcceptedTypes,
  kindOfBytes,
  kindOfName,
  kindOfType,
  listTypes,
  type FileKind,
} from '#web/platform/forms/fileKinds.ts'

export type DocumentKind = Extract<FileKind, 'jpeg' | 'png' | 'pdf'>

/** Why a file is not taken, by the browser or by the club. */
export type FileProblem =
  | 'file_too_large'
  | 'invalid_file_type'
  | 'heic_picture'
  | 'invalid_image'
  | 'canvas_untrue'
  | Exclude<(typeof documentFaults)[number], 'unreadable_image'>
  | 'unreadable_pdf'

/** What pickers offer for a side. A phone that keeps its photos in another format converts them for it. */
export const acceptedTypes = (side: Side): string =>
  side === 'selfie' ? listAcceptedTypes('jpeg', 'png') : listAcceptedTypes('jpeg', 'png', 'pdf')

/** What a camera may take for a side. */
export const photographed = listTypes('jpeg', 'png')

const isDocument = (kind: FileKind | undefined): kind is DocumentKind =>
  kind === 'jpeg' || kind === 'png' || kind === 'pdf'

type Named = { name: string; type: string; size: number }

/** The rules of spec 5: size, then name and declared type, then what the first bytes say. */
export function judgeFile(
  side: Side,
  file: Named,
  start: Uint8Array,
): { kind: DocumentKind } | { problem: FileProblem } {
  if (file.size > limits.idFileBytes) return { problem: 'file_too_large' }
  const kind = kindOfName(file.name)
  const found = kindOfBytes(start)
  // whatever it is called: what helps is the same
  if (found === 'heic') return { problem: 'heic_picture' }
  if (!isDocument(kind) || (kindOfType(file.type) ?? kind) !== kind)
    return { problem: 'invalid_file_type' }
  if (kind === 'pdf' && side === 'selfie') return { problem: 'invalid_file_type' }
  if (found === kind) return { kind }
  // a picture by another name is one all the same
  const isPicture = found === 'jpeg' || found === 'png'
  return { problem: kind === 'pdf' || isPicture ? 'invalid_file_type' : 'invalid_image' }
}
