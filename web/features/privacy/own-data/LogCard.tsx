// When one's documents or words were looked at, or which mails were sent: a list that loads once it is open.
import { useRef, useState, type ReactNode } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { QueryView, type AnyQuery } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './ownData.module.css'

type Line = { at: string; what: ReactNode }

type Props<T> = {
  name: 'views' | 'looks' | 'mails'
  text: ReactNode
  /** Requests the log once somebody opens the card. */
  useLog: (isOpen: boolean) => AnyQuery<T>
  linesOf: (data: T) => Line[]
}

const AT_ONCE = 10

export function LogCard<T>({ name, text, useLog, linesOf }: Props<T>) {
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
