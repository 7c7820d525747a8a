// Whom several members put away lately and why, for staff to take note of; nothing while there is nobody.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { listSignals, seeSignals, type Signalled } from '#contract/members/signals.ts'
import { paths } from '#web/paths.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { holdFocus, type PassFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import { Entry } from '#web/ui/Entry.tsx'
import styles from '#web/features/members/blocks/blocks.module.css'

const signals = query(listSignals, {})

export function Signals() {
  // asked again with all that the desk shows
  const result = useQuery({ ...signals, staleTime: 0, refetchInterval: 60_000 })
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <QueryView
      query={result}
      isPart
      failed={<Text ns="moderation" k="signals_failed" />}
      waiting={<></>}
    >
      {(answer) =>
        answer.signals.length > 0 && (
          <section aria-labelledby="signals" className="stack-3 no-ring">
            <h2 id="signals" ref={heading} tabIndex={-1} className="medium">
              <Text ns="moderation" k="signals" />
            </h2>
            <Text as="p" className="soft" ns="moderation" k="signals_text" />
            <ul role="list" className={`stack-3 ${styles.blocks}`}>
              {answer.signals.map((line) => (
                <li key={line.memberId}>
                  <Line line={line} onSeen={(passOn) => passOn(heading.current)} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </QueryView>
  )
}

type Props = { line: Signalled; onSeen: (passOn: PassFocus) => void }

function Line({ line, onSeen }: Props) {
  const { memberId, username, since, latest, reasons, seenAt } = line
  const client = useQueryClient()
  const tongue = useScreenTongue()
  const see = useMutation<unknown, CallError, PassFocus>({
    mutationFn: () => call(seeSignals, { params: { memberId }, body: { latest } }),
    onSuccess: async (_, passOn) => {
      await client.invalidateQueries({ queryKey: signals.queryKey })
      // what was pressed is gone
      onSeen(passOn)
    },
  })
  return (
    <Entry
      size="s"
      level="h3"
      title={
        <Link to={paths.member(memberId)} lang="">
          {username}
        </Link>
      }
    >
      <p className="bar">
        <span>
          {reasons.map(({ reason, count }) => (
            <span key={reason}>
              <Text ns="moderation" k={`signal_${reason}`} values={{ count }} />
              {' · '}
            </span>
          ))}
          <Text ns="moderation" k="signals_since" values={{ day: formatDay(since, tongue) }} />
        </span>
        {seenAt ? (
          <span className="soft">
            <Text ns="moderation" k="signals_seen" values={{ day: formatDay(seenAt, tongue) }} />
          </span>
        ) : (
          <Button
            look="quiet"
            size="s"
            pending={see.isPending}
            onClick={() => see.mutate(holdFocus())}
          >
            <Text ns="moderation" k="signals_see" />
            <span className="visually-hidden" lang="">
              {' '}
              {username}
            </span>
          </Button>
        )}
      </p>
      <ErrorNotice failure={see.error} />
    </Entry>
  )
}
