/** A newer `changedAt` asks everybody again, as `months` after an answer do. Public pages read this, so it stands without zod. */
export const cookieBanner = {
  version: '1.1.0',
  changedAt: '2026-11-27T00:00:00Z',
  months: 12,
  /** What calls it back, in the footer of every page. */
  recall: { de: 'Cookie-Einstellungen', en: 'Cookie settings' },
} as const
