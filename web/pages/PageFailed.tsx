import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** A screen that broke or whose file is gone since a newer version opened. */
export function PageFailed() {
  return (
    <Page title={{ ns: 'shell', k: 'page_failed' }}>
      <h1 className="visually-hidden">
        <Text ns="shell" k="page_failed" />
      </h1>
      <div role="alert">
        <EmptyState
          title={<Text ns="shell" k="page_failed" />}
          actions={
            <Button onClick={() => window.location.reload()}>
              <Text ns="shell" k="reload" />
            </Button>
          }
        >
          <Text ns="shell" k="page_failed_detail" />
        </EmptyState>
      </div>
    </Page>
  )
}
