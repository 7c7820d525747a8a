type Changes = Record<'de' | 'en', readonly string[]>

/**
 * What each edition of the terms changed, by its version, the newest first, for those who accepted an
 * earlier one. The first edition changed nothing and has no entry.
 */
export const termsChanges: Record<string, Changes> = {}

/** Every version after the one somebody accepted, up to the one that is due; from the first on for a member who accepted none of these. */
export function changedVersions(due: string, accepted: string | null): string[] {
  const versions = Object.keys(termsChanges)
  const [from, to] = [versions.indexOf(due), versions.indexOf(accepted ?? '')]
  return from < 0 ? [] : versions.slice(from, to < 0 ? versions.length : to)
}
