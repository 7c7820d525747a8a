import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Opener, Section, useUnfolding, type SectionMessage } from './Section.tsx'
import { useRefresh } from './useSecurity.ts'

export function PasswordSection({ email }: { email: string }) {
  const refresh = useRefresh()
  const unfolding = useUnfolding()
  const [status, setStatus] = useState<SectionMessage>(null)
  return (
    <Section title="password" status={status}>
      <p className="soft small">
        <Text ns="security" k="password_text" />
      </p>
      <Opener words="password_change" unfolding={unfolding} />
      {unfolding.isOpen && (
        <PasswordForm
          email={email}
          onCancel={unfolding.close}
          onChanged={async () => {
            unfolding.close()
            setStatus({ k: 'password_changed' })
            await refresh.sessions()
          }}
        />
      )}
    </Section>
  )
}
