import { useParams } from 'react-router'
import { appealStatement } from '#contract/moderation/appeals.ts'
import { AppealPart } from '#web/features/moderation/statements/AppealPart.tsx'
import { StatementCard } from '#web/features/moderation/statements/StatementCard.tsx'
import { useStatements } from '#web/features/moderation/statements/useStatements.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

/** One decision about a member: what, why, until when, and how to object. */
export function StatementPage() {
  const { statementId = '' } = useParams()
  const { userId } = useMember()
  const back = { to: paths.statements, label: <Text ns="statements" k="back_list" /> }
  const result = useStatements()
  const statement = result.data?.statements.find(({ id, number }) =>
    [id, number].includes(statementId),
  )
  return (
    <Page title={{ ns: 'statements', k: 'one' }} back={back}>
      <Text as="h1" ns="statements" k={statement?.kind ?? 'one'} />
      <QueryView
        query={result}
        failed={<Text ns="statements" k="failed" />}
        waiting={<LoadingSkeleton parts={['title', 'line', 'line', 'half']} />}
      >
        {() =>
          statement ? (
            <>
              <StatementCard statement={statement} />
              <AppealPart
                key={statementId}
                appeal={statement.appeal}
                mayAppeal={statement.mayAppeal}
                until={statement.appealUntil}
                lead="appeal_statement"
                draft={{ userId, place: `appeal.${statement.id}` }}
                send={(body) =>
                  call(appealStatement, { params: { statementId: statement.id }, body })
                }
                onSent={result.refetch}
              />
            </>
          ) : (
            <EmptyState title={<Text ns="statements" k="unknown" />} />
          )
        }
      </QueryView>
    </Page>
  )
}
