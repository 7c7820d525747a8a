const SIGNATURES = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n\x1a\n/,
  webp: /^RIFF[^]{4}WEBP/,
  pdf: /^%PDF-/,
} as const
export type FileType = keyof typeof SIGNATURES

/** What a file's first bytes say it is. What its sender calls it counts for nothing. */
export function detectFileType(bytes: Uint8Array): FileType | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const names = Object.keys(SIGNATURES) as FileType[]
  return names.find((name) => SIGNATURES[name].test(head)) ?? null
}
