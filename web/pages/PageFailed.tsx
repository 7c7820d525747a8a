import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

/**
 * A screen that broke or whose file is gone since a newer version opened; `isAway`: that cannot be
 * fetched while the club is not reached, and comes by itself.
 */
export function PageFailed({ isAway = false }) {
  return (
    <Page title={{ ns: 'shell', k: 'page_failed' }}>
      <Text as="h1" className="visually-hidden" ns="shell" k="page_failed" />
      <div role="alert">
        <EmptyState
          title={<Text ns="shell" k="page_failed" />}
          actions={
            !isAway && (
              <Button onClick={() => window.location.reload()}>
                <Text ns="shell" k="reload" />
              </Button>
            )
          }
        >
          {isAway ? (
            <Text ns="errors" k="FETCH_ERROR" />
          ) : (
            <Text ns="shell" k="page_failed_detail" />
          )}
        </EmptyState>
      </div>
    </Page>
  )
}
