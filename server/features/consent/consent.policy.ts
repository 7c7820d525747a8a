import { documentVersions } from '#contract/consent/consentVersions.ts'

/** The version in force if another one was read, else null: nobody agrees to what they did not read. */
export const newerVersion = (
  document: keyof typeof documentVersions,
  version: string,
): string | null => (version === documentVersions[document] ? null : documentVersions[document])

/** Acts wait until the terms in force are accepted; reading, leaving and removing do not. */
export const termsRefusal = ({ termsDue }: { termsDue: string | null }): 'terms_due' | null =>
  termsDue === null ? null : 'terms_due'

/** Content that may say something of Art. 9 GDPR asks for the explicit consent of whom it is about. */
export const contentRefusal = ({
  hasContentConsent,
}: {
  hasContentConsent: boolean
}): 'consent_required' | null => (hasContentConsent ? null : 'consent_required')
