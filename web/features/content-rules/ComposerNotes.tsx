import { useDeferredValue } from 'react'
import { findContactData, type ContactData } from '#contract/content-rules/contactData.ts'
import { cleanText } from '#contract/words.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { findTable } from '#web/platform/talk/place.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { SlowMode } from './SlowMode.tsx'
import styles from './contentRules.module.css'

type Props = {
  /** A room by its slug, or a table. */
  place: string
  text: string
  /** At a table: one of the two has not written often enough for what is given away outside. */
  isEarly?: boolean
}

/** What is said of a text before it is sent, and of what was not taken; it keeps nobody from writing on. */
export function ComposerNotes({ place, text, isEarly = false }: Props) {
  const { isNewcomer } = useMember()
  const { outgoing } = useOutbox()
  const written = useDeferredValue(cleanText(text).trim())
  const found = findContactData(written)
  const isTable = findTable(place) !== undefined
  const isBarring = isTable ? isEarly : isNewcomer
  const barred = isBarring ? found.find(({ kind }) => kind !== 'address') : undefined
  const contact = barred ?? found[0]
  const why = barred ? 'barred' : 'warned'
  const blocked = outgoing.findLast(
    (entry) => entry.place === place && entry.refusal?.code === 'words_blocked',
  )
  const at = blocked?.refusal?.found
  return (
    <>
      <div role="status" className={`stack-2 small ${styles.notes}`}>
        {contact && (
          <Notice
            announced={false}
            tone={barred ? 'danger' : 'info'}
            title={<Seems data={contact} text={written} />}
          >
            <Text
              ns="pacing"
              k={
                contact.kind === 'scam' && !barred ? 'money_warned' : isTable ? `${why}_table` : why
              }
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
      {!isTable && <SlowMode slug={place} />}
    </>
  )
}

const Seems = ({ data: { kind, from, to }, text }: { data: ContactData; text: string }) => (
  <Text ns="pacing" k={`seems_${kind}`} values={{ found: text.slice(from, to).trim() }} />
)
