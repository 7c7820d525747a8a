// How a member signs in: address, password, second factors, recovery codes, open sessions and past log-ins.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Security } from '#contract/accounts/security.ts'
import { FactorDue } from '#web/platform/reauthentication/FactorDue.tsx'
import { openChannel } from '#web/platform/session/openChannel.ts'
import { useMember } from '#web/platform/session/session.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { AppSection } from '#web/features/accounts/settings/factors/AppSection.tsx'
import { CodesSection } from '#web/features/accounts/settings/factors/CodesSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { LogInsSection } from './LogInsSection.tsx'
import { PasskeysSection } from '#web/features/accounts/settings/factors/PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import styles from './security.module.css'
import { useSecurity } from './useSecurity.ts'

/** How one gets in, and where one is. */
export function SecurityCards() {
  const { t } = useText('security')
  const result = useSecurity()
  return (
    <QueryView
      query={result}
      failed={<Text ns="security" k="load_failed" />}
      waiting={<LoadingSkeleton label={t('loading')} lines={6} />}
    >
      {(security) => <Cards security={security} />}
    </QueryView>
  )
}

function Cards({ security }: { security: Security }) {
  const { isFactorDue } = useMember()
  const [codes, setCodes] = useNewCodes()
  const hasFactor = security.passkeys.length > 0 || security.totpSince !== null
  return (
    <div className={styles.cards}>
      <div className={`stack-3 ${styles.stack}`}>
        {isFactorDue && (
          <Notice title={<Text ns="factors" k="due_title" />} announced={false}>
            <FactorDue isInSettings />
          </Notice>
        )}
        <EmailSection security={security} />
        <PasswordSection email={security.email} />
        <PasskeysSection passkeys={security.passkeys} onCodes={setCodes} />
        <AppSection since={security.totpSince} onCodes={setCodes} />
      </div>
      <div className={`stack-3 ${styles.stack}`}>
        {(hasFactor || codes) && (
          <CodesSection security={security} codes={codes} onCodes={setCodes} />
        )}
        <SessionsSection />
        <LogInsSection />
      </div>
    </div>
  )
}

/**
 * Codes just made, shown only once: they cannot be seen again after leaving the page. Where it was left before they
 * came, they wait until it is opened again, for the ones before open nothing any more; so they go where another tab
 * has made new ones.
 */
function useNewCodes() {
  const name = `recovery codes of ${useMember().userId}`
  const client = useQueryClient()
  const tabs = useRef<BroadcastChannel>(null)
  const isHere = useStillHere()
  const [codes, setCodes] = useState<string[] | null>(null)
  const { data: unseen } = useQuery<string[]>({
    queryKey: UNSEEN,
    queryFn: skipToken,
    // kept however long it takes them to come back
    gcTime: Infinity,
  })
  if (unseen && codes !== unseen) setCodes(unseen)
  useEffect(() => {
    if (unseen) client.removeQueries({ queryKey: UNSEEN })
  }, [unseen, client])
  useEffect(() => {
    const channel = openChannel(name)
    if (!channel) return
    channel.onmessage = () => setCodes(null)
    tabs.current = channel
    return () => {
      channel.close()
      tabs.current = null
    }
  }, [name])
  const tellTabs = () => {
    const channel = tabs.current ?? openChannel(name)
    channel?.postMessage('made')
    if (!tabs.current) channel?.close()
  }
  const take = (made: string[] | null) => {
    if (made) tellTabs()
    if (isHere()) setCodes(made)
    else client.setQueryData(UNSEEN, made)
  }
  return [codes, take] as const
}

const UNSEEN = ['recovery-codes']
