import { limits } from '#contract/limits.ts'
import type { Side } from '#contract/verification.ts'

export type FileKind = 'jpeg' | 'png' | 'pdf'
/** Why a file is not taken, as the title of a toast. */
export type FileProblem = 'file_too_large' | 'invalid_file_type' | 'invalid_image'

const BY_EXTENSION: Record<string, FileKind> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', pdf: 'pdf' }
const BY_TYPE: Record<string, FileKind> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}
const SIGNATURES: Record<FileKind, readonly number[]> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
}

/** So many bytes from its start tell what a file is. */
export const SIGNATURE_BYTES = 8

/** What pickers offer for a side. A phone that keeps its photos in another format converts them for it. */
export const accepted = (side: Side): string =>
  side === 'selfie'
    ? 'image/jpeg,image/png,.jpg,.jpeg,.png'
    : 'image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf'

export const kindOfName = (name: string): FileKind | undefined =>
  BY_EXTENSION[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']

export const kindOfBytes = (start: Uint8Array): FileKind | undefined =>
  (Object.keys(SIGNATURES) as FileKind[]).find((kind) =>
    SIGNATURES[kind].every((byte, at) => start[at] === byte),
  )

type Named = { name: string; type: string; size: number }

/** The rules of spec 5: size, then name and declared type, then what the first bytes say. */
export function judgeFile(
  side: Side,
  file: Named,
  start: Uint8Array,
): { kind: FileKind } | { problem: FileProblem } {
  if (file.size > limits.idFileBytes) return { problem: 'file_too_large' }
  const kind = kindOfName(file.name)
  const declared = file.type ? BY_TYPE[file.type] : kind
  if (!kind || declared !== kind) return { problem: 'invalid_file_type' }
  if (kind === 'pdf' && side === 'selfie') return { problem: 'invalid_file_type' }
  if (kindOfBytes(start) === kind) return { kind }
  return { problem: kind === 'pdf' ? 'invalid_file_type' : 'invalid_image' }
}
