// All that a suspended or banned member sees behind the door, what is always open apart.
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import type { Session } from '#contract/accounts/session.ts'
import { Waiting } from '#web/features/verification/Waiting.tsx'
import { paths } from '#web/paths.ts'
import { LogOutButton } from '#web/platform/shell/LogOutButton.tsx'
import { sessionQuery, SUSPENDED_LOOK_MS, useSession } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { formatDay, formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

type Suspension = NonNullable<Session['suspension']>

export function SuspendedPage() {
  const { session } = useSession()
  useQuery({ ...sessionQuery, refetchInterval: SUSPENDED_LOOK_MS })
  const suspension = session?.suspension
  if (!suspension) return null
  if (suspension.ageProofBy)
    return <Age by={suspension.ageProofBy} status={session.verificationStatus} />
  return (
    <Page
      title={{
        ns: 'statements',
        k: isForGood(suspension.until) ? 'banned_title' : 'suspended_title',
      }}
      width="narrow"
    >
      <Words {...suspension} />
      <Waiting />
      <Ways />
    </Page>
  )
}

/** Somebody may be a minor, or not: until a person has decided, they are told what helps. */
function Age({ by, status }: { by: string; status: Session['verificationStatus'] }) {
  const tongue = useScreenTongue()
  return (
    <Page title={{ ns: 'statements', k: 'age_title' }} width="narrow">
      <Text as="h1" ns="statements" k="age_title" />
      <Card>
        <Text as="p" ns="statements" k="age_text" />
        <p>
          {status === 'pending' || status === 'verified' ? (
            <Text ns="statements" k={`age_${status}`} />
          ) : (
            <Text ns="statements" k="age_by" values={{ day: formatDay(by, tongue) }} />
          )}
        </p>
        {status !== 'pending' && (
          <Button render={<Link to={paths.verify} />}>
            <Text ns="statements" k="age_show" />
          </Button>
        )}
      </Card>
      <Waiting />
      <Ways />
    </Page>
  )
}

function Words({ until, reason }: Suspension) {
  const tongue = useScreenTongue()
  const isBanned = isForGood(until)
  return (
    <>
      <Text as="h1" ns="statements" k={isBanned ? 'banned_title' : 'suspended_title'} />
      <Card tone="danger">
        <p>
          {isBanned ? (
            <Text ns="statements" k="banned_text" />
          ) : (
            <Text
              ns="statements"
              k="suspended_until"
              values={{ when: formatMoment(until, tongue) }}
            />
          )}
        </p>
        {reason && (
          <p>
            <Text ns="statements" k="suspended_reason" />{' '}
            <span lang="" dir="auto">
              {reason}
            </span>
          </p>
        )}
      </Card>
    </>
  )
}

const Ways = () => (
  <div className="stack-3">
    <Button look="quiet" render={<Link to={paths.statements} />}>
      <Text ns="statements" k="suspended_statements" />
    </Button>
    <Button look="plain" render={<Link to={paths.settings} />}>
      <Text ns="statements" k="suspended_settings" />
    </Button>
    <LogOutButton />
  </div>
)

/** By `BANNED_UNTIL`; its module is not for everybody at the door to load. */
const isForGood = (until: string) => until.startsWith('9999-')
