import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { DisclosureButton, Section, useSectionDisclosure, type SectionMessage } from './Section.tsx'
import { useRefresh } from './useSecurity.ts'

export function PasswordSection({ email }: { email: string }) {
  const refresh = useRefresh()
  const disclosure = useSectionDisclosure()
  const [status, setStatus] = useState<SectionMessage>(null)
  return (
    <Section title="password" status={status}>
      <Text as="p" className="soft small" ns="security" k="password_text" />
      <DisclosureButton words="password_change" disclosure={disclosure} />
      {disclosure.isOpen && (
        <PasswordForm
          email={email}
          onCancel={disclosure.close}
          onChanged={async () => {
            disclosure.close()
            setStatus({ k: 'password_changed' })
            await refresh.sessions()
          }}
        />
      )}
    </Section>
  )
}
