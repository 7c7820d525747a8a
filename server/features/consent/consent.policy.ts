/** Acts wait until the terms in force are accepted; reading, leaving and removing do not. */
export const termsRefusal = ({ termsDue }: { termsDue: string | null }): 'terms_due' | null =>
  termsDue === null ? null : 'terms_due'

/** Content that may say something of Art. 9 GDPR asks for the explicit consent of whom it is about. */
export const contentRefusal = ({
  hasContentConsent,
}: {
  hasContentConsent: boolean
}): 'consent_required' | null => (hasContentConsent ? null : 'consent_required')
