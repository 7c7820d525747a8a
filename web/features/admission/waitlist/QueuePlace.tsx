// Where an account stands that is not admitted yet, or why it was declined, and what opens the door sooner.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { berlinDay } from '#contract/day.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { rejoinDay } from '#contract/admission/invitations.ts'
import { getOwnPlace } from '#contract/admission/ownPlace.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { formatDate, formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './QueuePlace.module.css'

type Answer = AnswerOf<typeof getOwnPlace>

export function QueuePlace() {
  const { t } = useText('rooms')
  const { data, error, isFetching, refetch } = useQuery({
    ...query(getOwnPlace, {}),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  if (data?.declined) return <Declined {...data.declined} />
  return (
    <Frame title={<Text ns="rooms" k="place_title" />}>
      {data && <Place {...data} />}
      {!data && !error && <LoadingSkeleton label={t('place_loading')} lines={2} />}
      {!data && error && (
        <>
          <p>
            <Text ns="rooms" k="place_failed" />. <ErrorText failure={error} />
          </p>
          <Button
            ref={useFocusHandover}
            look="quiet"
            size="s"
            pending={isFetching}
            onClick={() => void refetch()}
          >
            <Text ns="shell" k="try_again" />
          </Button>
        </>
      )}
      <p>
        <Text ns="rooms" k="place_rooms" /> <Text ns="rooms" k="place_code" />
      </p>
    </Frame>
  )
}

function Place({ place, medianDays }: Answer) {
  const tongue = useScreenTongue()
  const days = medianDays === null ? null : Math.max(1, Math.ceil(medianDays))
  return (
    <>
      <p className="large">
        {place ? (
          <Text
            ns="rooms"
            k="place_line"
            values={{ ...place, day: formatDay(place.since, tongue) }}
          />
        ) : (
          <Text ns="rooms" k="place_none" />
        )}
      </p>
      {days !== null && <Text as="p" ns="rooms" k="place_median" values={{ count: days, days }} />}
    </>
  )
}

function Declined({ reason, at }: NonNullable<Answer['declined']>) {
  const tongue = useScreenTongue()
  const { clubNow } = useSession()
  const day = rejoinDay(at)
  return (
    <Frame title={<Text ns="rooms" k="declined_title" />}>
      <Text as="p" ns="rooms" k="declined_text" values={{ day: formatDay(at, tongue) }} />
      <p className={styles.reason} lang="" dir="auto">
        {reason}
      </p>
      <p>
        <Text ns="rooms" k="declined_code" />{' '}
        <Text ns="rooms" k="declined_again" values={{ day: formatDate(day, tongue) }} />
      </p>
      {berlinDay(clubNow()) >= day && (
        <Button look="quiet" size="s" render={<DocumentLink to={paths.waitlist} />}>
          <Text ns="rooms" k="declined_waitlist" />
        </Button>
      )}
    </Frame>
  )
}

const Frame = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Card tone="lamp" titleId="place" title={title}>
    <div className={`stack-3 ${styles.place}`}>
      {children}
      <Button render={<DocumentLink to={paths.invite} />}>
        <Text ns="rooms" k="place_to_invite" />
      </Button>
    </div>
  </Card>
)
