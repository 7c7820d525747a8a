// A member's passkeys in the settings: add one, name it anew, or remove it after a question.
import { useRef, useState } from 'react'
import { removePasskey } from '#contract/accounts/secondFactor.ts'
import { limits } from '#contract/limits.ts'
import type { Passkey } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { knowsPasskeys } from '#web/platform/reauthentication/knowsPasskeys.ts'
import { Text } from '#web/text/Text.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { Confirmation } from '#web/features/accounts/settings/Confirmation.tsx'
import { PasskeyLine } from './PasskeyLine.tsx'
import {
  DisclosureButton,
  Section,
  useSectionDisclosure,
  type SectionMessage,
} from '#web/features/accounts/settings/Section.tsx'
import styles from '#web/features/accounts/settings/security.module.css'
import { useRefresh } from '#web/features/accounts/settings/useSecurity.ts'

type Props = { passkeys: Passkey[]; onCodes: (codes: string[]) => void }

export function PasskeysSection({ passkeys, onCodes }: Props) {
  const refresh = useRefresh()
  const disclosure = useSectionDisclosure()
  const list = useRef<HTMLUListElement>(null)
  const [status, setStatus] = useState<SectionMessage>(null)
  /** Stays while its window takes its leave. */
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isFull = passkeys.length >= limits.passkeys

  return (
    <Section title="passkeys" status={status}>
      <Text as="p" className="soft small" ns="security" k="passkeys_text" />
      {passkeys.length > 0 && (
        <ul role="list" ref={list} tabIndex={-1} className={`ruled-list ${styles.lines}`}>
          {passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              onRenamed={(name) => setStatus({ k: 'renamed', values: { name } })}
              onRemove={() => {
                setRemoved(passkey)
                setAsking(true)
              }}
            />
          ))}
        </ul>
      )}
      {!knowsPasskeys() ? (
        <Text as="p" className="soft small" ns="security" k="passkeys_unknown" />
      ) : isFull ? (
        <Text as="p" className="soft small" ns="security" k="passkeys_full" />
      ) : (
        <DisclosureButton words="passkey_add" disclosure={disclosure} />
      )}
      {disclosure.isOpen && !isFull && (
        <AddPasskey
          number={passkeys.length + 1}
          onCancel={disclosure.close}
          onAdded={({ passkey, recoveryCodes }) => {
            disclosure.close()
            setStatus({ k: 'passkey_added', values: { name: passkey.name } })
            if (recoveryCodes) onCodes(recoveryCodes)
            void refresh.factors()
          }}
        />
      )}
      <Confirmation
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        words={{ title: 'remove_title', text: 'remove_text', keep: 'remove_keep', go: 'remove' }}
        values={{ name: removed?.name ?? '' }}
        act={() => call(removePasskey, { params: { passkeyId: removed!.id } })}
        onDone={() => {
          setStatus({ k: 'removed', values: { name: removed!.name } })
          void refresh.factors()
        }}
        returnTo={() => disclosure.opener.current ?? list.current}
      />
    </Section>
  )
}
