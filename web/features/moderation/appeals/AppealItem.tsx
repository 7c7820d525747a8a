// An appeal as staff see it, the decision it is against, and the answer.
import { Link } from 'react-router'
import type { AppealLine } from '#contract/moderation/appeals.ts'
import { paths } from '#web/paths.ts'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatDay, formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Entry, Said } from '#web/ui/Entry.tsx'
import { AppealAnswer, type AppealReply } from './AppealAnswer.tsx'
import { Clock } from '#web/features/moderation/cases/list/Clock.tsx'
import { decisionKey } from '#web/features/moderation/cases/deciding/decisionKey.ts'
import { Refusal } from '#web/features/moderation/cases/deciding/Refusal.tsx'
import { Reasons } from '#web/features/moderation/cases/deciding/Reasons.tsx'

type Props = {
  appeal: AppealLine
  drafts: TabDrafts<AppealReply>
  onSettled: (words: Key<'moderation'>) => Promise<void>
}

export function AppealItem({ appeal, drafts, onSettled }: Props) {
  const { number, username, text, receivedAt, dueAt, decidedAt, decision, caseId } = appeal
  const tongue = useScreenTongue()
  const of = decisionKey(decision.kind)
  return (
    <Entry
      title={
        <Text
          ns="moderation"
          k={`appeal_${appeal.against}`}
          values={{ number }}
          unbroken={number}
        />
      }
      badges={
        decidedAt && (
          <Badge tone={appeal.isGranted ? 'success' : 'plain'}>
            <Text ns="moderation" k={appeal.isGranted ? 'granted' : 'refused'} />
          </Badge>
        )
      }
      when={decidedAt ? <Time at={decidedAt} isDay /> : <Clock dueAt={dueAt} />}
    >
      <Said tone="plain">
        <p className="soft small">
          {username === null ? <Text ns="moderation" k="gone" /> : <span lang="">{username}</span>},{' '}
          <Time at={receivedAt} />
        </p>
        <p className="prose" lang="" dir="auto">
          {text}
        </p>
      </Said>
      <Said tone="plain">
        <Text
          as="p"
          className="soft small"
          ns="moderation"
          k="first_decision"
          values={{ by: decision.by ?? '–', when: formatMoment(decision.at, tongue) }}
        />
        <p>
          <strong>{of ? <Text ns="moderation" k={of} /> : decision.kind}</strong>
          {decision.endsAt && (
            <>
              {' '}
              <Text
                ns="moderation"
                k="until_when"
                values={{ when: formatMoment(decision.endsAt, tongue) }}
              />
            </>
          )}
          {decision.liftedAt && (
            <>
              {' · '}
              <Text
                ns="moderation"
                k="lifted_on"
                values={{ day: formatDay(decision.liftedAt, tongue) }}
              />
            </>
          )}
        </p>
        <Reasons rule={decision.rule} facts={decision.facts} />
      </Said>
      {caseId && (
        <p>
          <Link to={paths.adminReport(caseId)}>
            <Text ns="moderation" k="to_case" />
          </Link>
        </p>
      )}
      {appeal.answer !== null && (
        <Said>
          <p className="soft small">
            <Text ns="moderation" k="answered_by" values={{ by: appeal.answeredBy ?? '–' }} />
          </p>
          <p className="prose" lang="" dir="auto">
            {appeal.answer}
          </p>
        </Said>
      )}
      {!decidedAt && appeal.refusal && <Refusal code={appeal.refusal} other="same_decider" />}
      {!decidedAt && !appeal.refusal && (
        <AppealAnswer appeal={appeal} drafts={drafts} onSettled={onSettled} />
      )}
    </Entry>
  )
}
