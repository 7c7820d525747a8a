import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { findPage } from '#contract/pages.ts'
import { getSession } from '#contract/accounts/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { call } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { Page } from './Page.tsx'

const LOOK_MS = 4_000

/** The shape of a screen while it is not known who is asking; with a way out when nobody answers. */
export function SessionUnknown() {
  const { state, error, retry } = useSession()
  const { t } = useText('shell')
  const { pathname } = useLocation()
  useClubReturn(state === 'failed', retry)
  return (
    <Page title={{ ns: 'shell', k: 'loading' }} isBare={state !== 'failed' && isMembers(pathname)}>
      <h1 className="visually-hidden">
        {state === 'failed' ? (
          <Text ns="session" k="club_silent" />
        ) : (
          <Text ns="shell" k="loading" />
        )}
      </h1>
      {state === 'failed' ? (
        <div role="alert">
          <EmptyState
            title={<Text ns="session" k="club_silent" />}
            actions={
              <Button onClick={retry}>
                <Text ns="shell" k="try_again" />
              </Button>
            }
          >
            <ErrorText failure={error} />
          </EmptyState>
        </div>
      ) : (
        <div aria-busy="true" aria-label={t('loading')} role="group">
          <Skeleton parts={['title', 'line', 'half']} />
        </div>
      )}
    </Page>
  )
}

const isMembers = (pathname: string) =>
  !['everyone', 'visitors'].includes(findPage(pathname)?.access ?? 'everyone')

/** Nobody need press anything once the club answers again; until then the screen stays still. */
function useClubReturn(isSilent: boolean, onAgain: () => void): void {
  const handle = useEffectEvent(onAgain)
  useEffect(() => {
    if (!isSilent) return
    const look = () =>
      void call(getSession, {}).then(
        () => handle(),
        () => {},
      )
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isSilent])
}
