// When one's documents or words were looked at, or which mails were sent: a list that loads once it is open.
import { useRef, useState, type ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { QueryView, type AnyQuery } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './ownData.module.css'
import { useDocumentViews, useLooks, useSentMails } from './useMine.ts'
import { limits } from '#contract/limits.ts'

type Line = { at: string; what: ReactNode }

type Props<T> = {
  name: 'views' | 'looks' | 'mails'
  text: ReactNode
  /** Requests the log once somebody opens the card. */
  useLog: (isOpen: boolean) => AnyQuery<T>
  linesOf: (data: T) => Line[]
}

const AT_ONCE = 10

function LogCard<T>({ name, text, useLog, linesOf }: Props<T>) {
  const [isOpen, setOpen] = useState(false)
  const result = useLog(isOpen)
  return (
    <Card titleId={name} title={<Text ns="mine" k={name} />}>
      <p className="soft small">{text}</p>
      <Button
        look="quiet"
        className="at-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Text ns="mine" k={isOpen ? `${name}_hide` : `${name}_show`} />
      </Button>
      {isOpen && (
        <QueryView query={result} isPart failed={<Text ns="mine" k={`${name}_failed`} />}>
          {(data) => <Log lines={linesOf(data)} none={`${name}_none`} labelledBy={name} />}
        </QueryView>
      )}
    </Card>
  )
}

type LogProps = { lines: Line[]; none: Key<'mine'>; labelledBy: string }

function Log({ lines, none, labelledBy }: LogProps) {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(AT_ONCE)
  const count = Math.min(AT_ONCE, lines.length - shown)
  if (lines.length === 0) return <Text as="p" ns="mine" k={none} />
  return (
    <>
      <ul
        role="list"
        ref={list}
        tabIndex={-1}
        className={`stack-2 small no-ring ${styles.log}`}
        aria-labelledby={labelledBy}
      >
        {lines.slice(0, shown).map(({ at, what }, index) => (
          // several may be of the same moment
          <li key={`${at} ${index}`}>
            <Time at={at} />
            <span>{what}</span>
          </li>
        ))}
      </ul>
      {count > 0 && (
        <Button
          look="plain"
          size="s"
          className="at-start"
          onClick={() => {
            // what was pressed may go
            if (count === lines.length - shown) list.current?.focus()
            setShown(shown + count)
          }}
        >
          <Text ns="mine" k="log_more" values={{ count }} />
        </Button>
      )}
    </>
  )
}

/** When and why somebody looked at identity documents; by whom stays unsaid (CJEU C-579/21). */
export const DocumentViewsCard = () => (
  <LogCard
    name="views"
    text={<Text ns="mine" k="views_text" />}
    useLog={useDocumentViews}
    linesOf={({ views }) =>
      views.map(({ at, side, purpose }) => ({
        at,
        what: (
          <>
            <Text ns="mine" k={`side_${side}`} />, <Text ns="mine" k={`purpose_${purpose}`} />
          </>
        ),
      }))
    }
  />
)

/** When and in which capacity reported words of a table were read; by whom stays unsaid (CJEU C-579/21). */
export const LooksCard = () => (
  <LogCard
    name="looks"
    text={<Text ns="mine" k="looks_text" />}
    useLog={useLooks}
    linesOf={({ looks }) =>
      looks.map(({ at, capacity, caseNumber, isAbout }) => ({
        at,
        what: (
          <>
            <Text ns="mine" k={`look_${capacity}`} />,{' '}
            <Text
              ns="mine"
              k={isAbout ? 'look_about' : 'look_reported'}
              values={{ number: caseNumber }}
            />
          </>
        ),
      }))
    }
  />
)

export const SentMailsCard = () => (
  <LogCard
    name="mails"
    text={<Text ns="mine" k="mails_text" values={{ days: limits.mailsShownDays }} />}
    useLog={useSentMails}
    linesOf={({ mails }) =>
      // in whichever language it was written
      mails.map(({ sentAt, subject }) => ({ at: sentAt, what: <span lang="">{subject}</span> }))
    }
  />
)
