// The authenticator app as a second factor: set up by a code of its own, switched off after a question.
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { removeTotp, startTotp } from '#contract/accounts/secondFactor.ts'
import { call } from '#web/platform/api/call.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { AppSetUp } from './AppSetUp.tsx'
import { Confirmation } from '#web/features/accounts/settings/Confirmation.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import {
  DisclosureButton,
  Section,
  useSectionDisclosure,
  type SectionMessage,
} from '#web/features/accounts/settings/Section.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { useRefresh } from '#web/features/accounts/settings/useSecurity.ts'

type Props = { since: string | null; onCodes: (codes: string[]) => void }

export function AppSection({ since, onCodes }: Props) {
  const tongue = useScreenTongue()
  const refresh = useRefresh()
  const disclosure = useSectionDisclosure()
  const starting = useAct()
  const [status, setStatus] = useState<SectionMessage>(null)
  const [secret, setSecret] = useState<AnswerOf<typeof startTotp> | null>(null)
  const [isAsking, setAsking] = useState(false)

  const start = async () => {
    if (disclosure.isOpen) return disclosure.close()
    const isStarted = await starting.run(async () => setSecret(await call(startTotp, {})))
    if (isStarted) disclosure.toggle()
  }

  return (
    <Section title="app" status={status}>
      <p className="soft small">
        {since ? (
          <Text ns="security" k="app_since" values={{ day: formatDay(since, tongue) }} />
        ) : (
          <Text ns="security" k="app_text" />
        )}
      </p>
      <DisclosureButton
        words={since ? 'app_remove' : 'app_set_up'}
        disclosure={disclosure}
        pending={starting.isPending}
        onClick={() => (since ? setAsking(true) : void start())}
      />
      <ErrorNotice failure={starting.failure} />
      {!since && disclosure.isOpen && secret && (
        <AppSetUp
          secret={secret}
          onCancel={disclosure.close}
          onOn={(codes) => {
            disclosure.close()
            setStatus({ k: 'app_on' })
            if (codes) onCodes(codes)
            void refresh.factors()
          }}
        />
      )}
      {starting.proof}
      <Confirmation
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        words={{
          title: 'app_remove_title',
          text: 'app_remove_text',
          keep: 'app_keep',
          go: 'app_remove',
        }}
        act={() => call(removeTotp, {})}
        onDone={() => {
          setStatus({ k: 'app_off' })
          void refresh.factors()
        }}
        returnTo={() => disclosure.opener.current}
      />
    </Section>
  )
}
