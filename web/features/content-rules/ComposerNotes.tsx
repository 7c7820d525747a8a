import { useDeferredValue } from 'react'
import { findContactData, type ContactData } from '#contract/content-rules/contactData.ts'
import { cleanText } from '#contract/words.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { SlowMode } from './SlowMode.tsx'
import styles from './contentRules.module.css'

type Props = { slug: string; text: string }

/** What is said of a text before it is sent, and of what was not taken; it keeps nobody from writing on. */
export function ComposerNotes({ slug, text }: Props) {
  const { isNewcomer } = useMember()
  const { outgoing } = useOutbox()
  const written = useDeferredValue(cleanText(text).trim())
  const found = findContactData(written)
  const barred = isNewcomer ? found.find(({ kind }) => kind !== 'address') : undefined
  const contact = barred ?? found[0]
  const blocked = outgoing.findLast(
    (entry) => entry.place === slug && entry.refusal?.code === 'words_blocked',
  )
  const at = blocked?.refusal?.found
  return (
    <>
      <div role="status" className={styles.notes}>
        {contact && (
          <Notice
            announced={false}
            tone={barred ? 'danger' : 'info'}
            title={<Seems data={contact} text={written} />}
          >
            <Text
              ns="pacing"
              k={barred ? 'barred' : contact.kind === 'scam' ? 'money_warned' : 'warned'}
            />
          </Notice>
        )}
        {blocked && at && (
          <Notice announced={false} tone="danger">
            <Text
              ns="pacing"
              k="word_found"
              values={{ found: blocked.text.slice(at.from, at.to) }}
            />
          </Notice>
        )}
      </div>
      <SlowMode slug={slug} />
    </>
  )
}

const Seems = ({ data: { kind, from, to }, text }: { data: ContactData; text: string }) => (
  <Text ns="pacing" k={`seems_${kind}`} values={{ found: text.slice(from, to).trim() }} />
)
