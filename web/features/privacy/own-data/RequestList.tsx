// The newest of a member's data requests, and the others where they are wanted, each with its answer.
import { useState } from 'react'
import type { DataRequest } from '#contract/privacy/dataRequests.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './ownData.module.css'

const FEW = 3

export function RequestList({ requests }: { requests: DataRequest[] }) {
  const { t } = useText('mine')
  const [isWhole, setWhole] = useState(false)
  const count = requests.length
  return (
    <>
      <ul
        role="list"
        className={`no-ring ruled-list ${styles.lines}`}
        aria-label={t('requests_list')}
      >
        {requests.slice(0, isWhole ? count : FEW).map((request) => (
          <li key={request.id}>
            <Line {...request} />
          </li>
        ))}
      </ul>
      {count > FEW && (
        <Button
          look="plain"
          size="s"
          className="at-start"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? (
            <Text ns="mine" k="requests_few" />
          ) : (
            <Text ns="mine" k="requests_all" values={{ count }} />
          )}
        </Button>
      )}
    </>
  )
}

function Line({
  number,
  kind,
  text,
  receivedAt,
  dueAt,
  extensionReason,
  closedAt,
  answer,
}: DataRequest) {
  const tongue = useScreenTongue()
  const day = (at: string) => ({ day: formatDay(at, tongue) })
  return (
    <>
      <p className={`toolbar-1 ${styles.line}`}>
        <Text as="strong" ns="mine" k={kind} />
        {closedAt ? (
          <Badge tone="success">
            <Text ns="mine" k="request_answered" values={day(closedAt)} />
          </Badge>
        ) : (
          <Badge tone="lamp">
            <Text ns="mine" k="request_open" />
          </Badge>
        )}
        {extensionReason !== null && !closedAt && (
          <Badge>
            <Text ns="mine" k="request_extended" />
          </Badge>
        )}
      </p>
      <p className="soft small">
        {number} · <Text ns="mine" k="request_received" values={day(receivedAt)} />
        {!closedAt && (
          <>
            {' · '}
            <Text ns="mine" k="request_due" values={day(dueAt)} />
          </>
        )}
      </p>
      {text === null ? (
        <Text as="p" className="soft small" ns="mine" k="request_self" />
      ) : (
        <Words name="request_yours" words={text} />
      )}
      {extensionReason !== null && <Words name="request_reason" words={extensionReason} />}
      {answer !== null && <Words name="request_answer" words={answer} isAnswer />}
    </>
  )
}

type WordsProps = {
  name: 'request_yours' | 'request_reason' | 'request_answer'
  words: string
  isAnswer?: boolean
}

const Words = ({ name, words, isAnswer = false }: WordsProps) => (
  <>
    <Text as="p" className="soft small" ns="mine" k={name} />
    <p className={isAnswer ? `${styles.words} ${styles.answer}` : styles.words} lang="" dir="auto">
      {words}
    </p>
  </>
)
