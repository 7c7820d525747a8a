import { appealByLink } from '#contract/moderation/appeals.ts'
import { AppealPart } from '#web/features/moderation/statements/AppealPart.tsx'
import { StatementCard } from '#web/features/moderation/statements/StatementCard.tsx'
import { useStatementByLink } from '#web/features/moderation/statements/useStatements.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { useMailedToken } from '#web/pages/accounts/useMailedToken.ts'

/** Where the mail about a decision leads: it can be read and objected to without a log-in. */
export function AppealPage() {
  const token = useMailedToken()
  return (
    <Page title={{ ns: 'statements', k: 'one' }}>
      <Text as="h1" ns="statements" k="one" />
      {token ? <Linked key={token} token={token} /> : <Invalid />}
    </Page>
  )
}

function Linked({ token }: { token: string }) {
  const result = useStatementByLink(token)
  const code = result.data ? null : result.error?.code
  if (code === 'invalid_link' || code === 'invalid_input') return <Invalid />
  return (
    <QueryView
      query={result}
      failed={<Text ns="statements" k="failed" />}
      waiting={<LoadingSkeleton parts={['title', 'line', 'line', 'half']} />}
    >
      {(statement) => (
        <>
          <StatementCard statement={statement} />
          <AppealPart
            appeal={statement.appeal}
            mayAppeal={statement.mayAppeal}
            until={statement.appealUntil}
            lead="appeal_statement"
            send={(body) =>
              call(appealByLink, { body: { token, ...body } }, { isForAnybody: true })
            }
            onSent={result.refetch}
          />
        </>
      )}
    </QueryView>
  )
}

const Invalid = () => (
  <EmptyState
    title={<ErrorText failure={{ code: 'invalid_link' }} />}
    actions={
      <Button look="quiet" render={<DocumentLink to={paths.contact} />}>
        <Text ns="statements" k="to_contact" />
      </Button>
    }
  >
    <Text ns="statements" k="link_help" />
  </EmptyState>
)
