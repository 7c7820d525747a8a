import { useState } from 'react'
import { abandonEmailChange, type Security } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { holdFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { EmailForm } from './EmailForm.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { MailRefused } from './MailRefused.tsx'
import { DisclosureButton, Section, useSectionDisclosure, type SectionMessage } from './Section.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import styles from './security.module.css'
import { useRefresh } from './useSecurity.ts'

/** The address, and the one that waits to take its place. */
export function EmailSection({ security }: { security: Security }) {
  const { email, pendingEmail } = security
  const { isMailRefused } = useMember()
  const refresh = useRefresh()
  const disclosure = useSectionDisclosure()
  const abandoning = useAct()
  const [status, setStatus] = useState<SectionMessage>(null)

  const abandon = async () => {
    const passOn = holdFocus()
    if (!(await abandoning.run(() => call(abandonEmailChange, {})))) return
    setStatus({ k: 'email_abandoned' })
    passOn(disclosure.opener.current)
    await refresh.security()
  }

  return (
    <Section title="email" status={status}>
      <p>{email}</p>
      {isMailRefused && <MailRefused />}
      {pendingEmail && (
        <Notice
          title={<Text ns="security" k="email_pending" values={{ email: pendingEmail }} />}
          announced={false}
        >
          <Text as="p" ns="security" k="email_pending_text" />
          <Button
            look="quiet"
            size="s"
            className={styles.keep}
            pending={abandoning.isPending}
            onClick={() => void abandon()}
          >
            <Text ns="security" k="email_abandon" />
          </Button>
          <ErrorNotice failure={abandoning.failure} />
        </Notice>
      )}
      <DisclosureButton words="email_change" disclosure={disclosure} />
      {disclosure.isOpen && (
        <EmailForm
          onCancel={disclosure.close}
          onSent={async (sent) => {
            disclosure.close()
            setStatus({ k: 'email_sent', values: { email: sent } })
            await refresh.security()
          }}
        />
      )}
      {abandoning.proof}
    </Section>
  )
}
