// One data request at the admins' desk: whose, what for, until when, and what was answered.
import type { RequestLine } from '#contract/privacy/dataRequests.ts'
import { berlinDay } from '#contract/day.ts'
import { useMember } from '#web/platform/session/session.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Entry, Said } from '#web/ui/Entry.tsx'
import { useNow } from '#web/platform/session/useNow.ts'
import type { Drafts } from './RequestDesk.tsx'
import { RequestActs } from './RequestActs.tsx'
import styles from './rights.module.css'

type Props = {
  request: RequestLine
  drafts: Drafts
  /** Called when something was decided, by whomever; resolves once the list shows it. */
  onSettled: (words: Key<'rights'>) => Promise<void>
}

export function Request({ request, drafts, onSettled }: Props) {
  const { id, number, kind, text, userId, username, receivedAt, closedAt } = request
  const tongue = useScreenTongue()
  const isOwn = userId === useMember().userId
  return (
    <Entry
      data-request={id}
      tabIndex={-1}
      titleId={`${id}-title`}
      title={number}
      badges={
        <>
          <Badge>
            <Text ns="rights" k={kind} />
          </Badge>
          <Marks {...request} />
        </>
      }
    >
      <p className="break-anywhere soft small">
        {username === null ? (
          <Text as="span" ns="rights" k="gone" />
        ) : (
          <span lang="">{username}</span>
        )}
        {' · '}
        <Text ns="rights" k="received" values={{ day: formatDay(receivedAt, tongue) }} />
      </p>
      <p>
        <DueDate request={request} />
      </p>
      {text === null ? (
        <Text as="p" className="break-anywhere soft small" ns="rights" k="self" />
      ) : (
        <p className="prose" lang="" dir="auto">
          {text}
        </p>
      )}
      <Reply name="extended" words={request.extensionReason} />
      <Reply name="answered" words={request.answer} />
      {isOwn && !closedAt && (
        <Text as="p" className="break-anywhere soft small" ns="rights" k="own" />
      )}
      {!isOwn && <RequestActs request={request} drafts={drafts} onSettled={onSettled} />}
    </Entry>
  )
}

function Marks({ isUrgent, isRestricted, extensionReason, closedAt }: RequestLine) {
  return (
    <>
      {isUrgent && (
        <Badge tone="danger">
          <Text ns="rights" k="urgent" />
        </Badge>
      )}
      {extensionReason !== null && !closedAt && (
        <Badge tone="lamp">
          <Text ns="rights" k="extended" />
        </Badge>
      )}
      {isRestricted && (
        <Badge tone="accent">
          <Text ns="rights" k="restricted" />
        </Badge>
      )}
    </>
  )
}

const Reply = ({ name, words }: { name: 'extended' | 'answered'; words: string | null }) =>
  words !== null && (
    <Said>
      <Text as="p" className="break-anywhere soft small" ns="rights" k={name} />
      <p className="prose" lang="" dir="auto">
        {words}
      </p>
    </Said>
  )

const DAY_MS = 86_400_000

/** Whole days from one day to another, as the calendar in Berlin counts them. */
const countDays = (from: Date, to: Date): number =>
  (Date.parse(berlinDay(to)) - Date.parse(berlinDay(from))) / DAY_MS

/** Until when an answer is due, and how far that is off; the text follows the clock. */
function DueDate({ request: { dueAt, closedAt, isUrgent } }: { request: RequestLine }) {
  const tongue = useScreenTongue()
  const now = useNow()
  if (closedAt)
    return (
      <time dateTime={closedAt}>
        <Text ns="rights" k="closed_on" values={{ day: formatDay(closedAt, tongue) }} />
      </time>
    )
  const left = countDays(now, new Date(dueAt))
  const day = formatDay(dueAt, tongue)
  return (
    <time dateTime={dueAt} className={isUrgent || left < 0 ? styles.late : styles.due}>
      {left > 0 && <Text ns="rights" k="due_left" values={{ day, count: left }} />}
      {left === 0 && <Text ns="rights" k="due_today" values={{ day }} />}
      {left < 0 && <Text ns="rights" k="due_past" values={{ day, count: -left }} />}
    </time>
  )
}
