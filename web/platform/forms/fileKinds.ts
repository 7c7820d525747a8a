export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf' | 'heic'

const ENDINGS: Record<FileKind, readonly string[]> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  webp: ['webp'],
  pdf: ['pdf'],
  heic: ['heic', 'heif'],
}
/** What systems call them, by the standard and otherwise. */
const TYPES: Record<FileKind, readonly string[]> = {
  jpeg: ['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/jfif'],
  png: ['image/png', 'image/x-png'],
  webp: ['image/webp'],
  pdf: ['application/pdf', 'application/x-pdf'],
  heic: ['image/heic', 'image/heif'],
}
/** First bytes, written as characters of their codes. */
const SIGNATURES: Record<FileKind, RegExp> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n\x1a\n/,
  webp: /^RIFF[^]{4}WEBP/,
  pdf: /^%PDF-/,
  heic: /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/,
}
const kinds = Object.keys(SIGNATURES) as FileKind[]

/** So many bytes from its start tell what a file is. */
export const SIGNATURE_BYTES = 12

export const kindOfBytes = (start: Uint8Array): FileKind | undefined => {
  const head = String.fromCharCode(...start.subarray(0, SIGNATURE_BYTES))
  return kinds.find((kind) => SIGNATURES[kind].test(head))
}

/** What a file is by its first bytes; nothing when it cannot be read. */
export async function kindOfFile(file: Blob): Promise<FileKind | undefined> {
  const start = file.slice(0, SIGNATURE_BYTES).arrayBuffer()
  return kindOfBytes(new Uint8Array(await start.catch(() => new ArrayBuffer(0))))
}

export const kindOfName = (name: string): FileKind | undefined => {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return kinds.find((kind) => ENDINGS[kind].includes(ending))
}

/** Nothing for a type that says none of them: many systems and apps give none, or one of their own. */
export const kindOfType = (type: string): FileKind | undefined =>
  kinds.find((kind) => TYPES[kind].includes(type.toLowerCase()))

/** What a camera may answer with: by types alone, or some phones offer their files instead. */
export const listTypes = (...wanted: FileKind[]): string =>
  wanted.map((kind) => TYPES[kind][0]).join(',')

/** What a picker offers of these kinds. */
export const listAcceptedTypes = (...wanted: FileKind[]): string =>
  wanted
    .flatMap((kind) => [...TYPES[kind], ...ENDINGS[kind].map((ending) => `.${ending}`)])
    .join(',')
