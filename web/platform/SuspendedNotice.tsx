import type { Session } from '#contract/auth.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LogOutButton } from './LogOutButton.tsx'
import { Page } from './shell/Page.tsx'

type Props = NonNullable<Session['suspension']>

/** All that a suspended member sees behind the door. */
export function SuspendedNotice(suspension: Props) {
  return (
    <Page title={{ ns: 'session', k: 'suspended_title' }} width="narrow">
      <Words {...suspension} />
    </Page>
  )
}

function Words({ until, reason }: Props) {
  const tongue = useScreenTongue()
  return (
    <>
      <h1>
        <Text ns="session" k="suspended_title" />
      </h1>
      <Card tone="danger">
        <p>
          <Text ns="session" k="suspended_until" values={{ when: formatMoment(until, tongue) }} />
        </p>
        {reason && (
          <p>
            <Text ns="session" k="suspended_reason" values={{ reason }} />
          </p>
        )}
      </Card>
      <LogOutButton />
    </>
  )
}
