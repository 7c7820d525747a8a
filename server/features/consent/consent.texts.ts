import { createHash } from 'node:crypto'
import type { ConsentDocument } from '#contract/consent/consent.ts'
import { contentConsent, joinText } from '#contract/consent/consentTexts.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import { cookieBannerButtons, cookieBannerTexts } from '#contract/consent/cookieBannerTexts.ts'
import type { Language } from '#contract/fields.ts'

/**
 * The sha256 of the terms as the files in `legal/` have them, by version, the latest first: in both
 * languages, with both of their sentences on admission, the club's own facts left open. A test tells
 * when the two part.
 */
export const termsTexts: Record<(typeof documentVersions)['terms'], string> = {
  '2.0.0': 'a13825a7983e7e7bb1f77bf272bc3695bbf12a18f6281ba2927d2c1ff33a730b',
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The hash of the words in force that somebody agrees to. */
export const textHash = (document: ConsentDocument, language: Language, clubName: string): Buffer =>
  document === 'content'
    ? sha256(joinText(contentConsent(language, clubName)))
    : Buffer.from(termsTexts[documentVersions.terms], 'hex')

const shown = sha256(JSON.stringify({ cookieBannerTexts, cookieBannerButtons }))

/** The hash of the cookie banner, which always shows both languages; null for any other version of it. */
export const bannerHash = (version: string): Buffer | null =>
  version === cookieBanner.version ? shown : null
