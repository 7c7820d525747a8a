/** The version in force of what members agree to. A changed word is a new version. */
export const documentVersions = { terms: '2.0.0', content: '1.0.0' } as const

/** The day it was written, which its text and `consent_versions` say as well. */
export const documentDays = {
  terms: '2026-11-21',
  content: '2026-11-21',
} as const satisfies Record<keyof typeof documentVersions, string>
