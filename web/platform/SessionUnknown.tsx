import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useSession } from './session.ts'
import { Page } from './shell/Page.tsx'

/** The shape of a screen while it is not known who is asking; with a way out when nobody answers. */
export function SessionUnknown() {
  const { state, retry } = useSession()
  const { t } = useText('shell')
  return (
    <Page title={{ ns: 'shell', k: 'loading' }}>
      <h1 className="visually-hidden">
        {state === 'failed' ? <Text ns="auth" k="club_silent" /> : <Text ns="shell" k="loading" />}
      </h1>
      {state === 'failed' ? (
        <div role="alert">
          <EmptyState
            title={<Text ns="auth" k="club_silent" />}
            actions={
              <Button onClick={retry}>
                <Text ns="shell" k="try_again" />
              </Button>
            }
          >
            <Text ns="errors" k="FETCH_ERROR" />
          </EmptyState>
        </div>
      ) : (
        <div aria-busy="true" aria-label={t('loading')} role="group">
          <Skeleton lines={1} tall />
          <Skeleton lines={4} />
        </div>
      )}
    </Page>
  )
}
