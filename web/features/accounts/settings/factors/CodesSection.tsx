import { useRef, useState } from 'react'
import { renewRecoveryCodes } from '#contract/accounts/secondFactor.ts'
import type { Security } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { Text } from '#web/text/Text.tsx'
import { Codes } from './Codes.tsx'
import { Confirmation } from '#web/features/accounts/settings/Confirmation.tsx'
import {
  DisclosureButton,
  Section,
  useSectionDisclosure,
} from '#web/features/accounts/settings/Section.tsx'
import { useRefresh } from '#web/features/accounts/settings/useSecurity.ts'

type Props = {
  security: Security
  /** Those just made, to be shown this once. */
  codes: string[] | null
  onCodes: (codes: string[] | null) => void
}

export function CodesSection({ security, codes, onCodes }: Props) {
  const refresh = useRefresh()
  const disclosure = useSectionDisclosure()
  const heading = useRef<HTMLParagraphElement>(null)
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title="codes">
      {codes ? (
        <Codes
          codes={codes}
          email={security.email}
          heading={heading}
          onKept={() => {
            onCodes(null)
            requestAnimationFrame(() => disclosure.opener.current?.focus())
          }}
        />
      ) : (
        <>
          <p className="soft small">
            <Text ns="security" k="codes_left" values={{ count: security.recoveryCodesLeft }} />
          </p>
          <DisclosureButton
            words="codes_new"
            disclosure={disclosure}
            onClick={() => setAsking(true)}
          />
        </>
      )}
      <Confirmation
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        words={{
          title: 'codes_new_title',
          text: 'codes_new_text',
          keep: 'codes_keep',
          go: 'codes_new',
        }}
        act={async () => onCodes((await call(renewRecoveryCodes, {})).recoveryCodes)}
        onDone={() => void refresh.security()}
        returnTo={() => heading.current ?? disclosure.opener.current}
      />
    </Section>
  )
}
