import { useRef, useState } from 'react'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { keepSignUpDraft, readSignUpDraft } from './signUpDraft.ts'

/** The version of the terms that the box of the form is about. */
export function useTermsVersion() {
  const [version, setVersion] = useState<string>(documentVersions.terms)
  const box = useRef<HTMLInputElement>(null)
  return {
    version,
    /** Spread on the box. */
    box,
    /** Another version is in force: the box waits for another yes, and nothing else changes. */
    renew(newer: string): void {
      setVersion(newer)
      if (box.current) box.current.checked = false
      const { fields } = readSignUpDraft()
      keepSignUpDraft({ fields: { ...fields, acceptsTerms: false } })
    },
  }
}
