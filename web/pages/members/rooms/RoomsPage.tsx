// The list of rooms a member comes to first, or the news of them all, and what the club has to tell them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { getOwnPlace } from '#contract/admission/ownPlace.ts'
import { Link, useLocation, useNavigate } from 'react-router'
import { listRooms } from '#contract/rooms/rooms.ts'
import { PlanLine, RoomList, RoomListSkeleton } from '#web/features/rooms/RoomList.tsx'
import { parseRefusedEntry } from '#web/features/rooms/refusedEntry.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useAddressChoice } from '#web/platform/lists/useAddressChoice.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LogOutButton } from '#web/platform/shell/LogOutButton.tsx'
import { useMember, userUpdated } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { withWords } from '#web/text/i18n.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'
import styles from './RoomsPage.module.css'

/** Only who asks for it reads on here what was said elsewhere. */
const news = lazyPart(async () => {
  const part = await withWords(['news', 'posts'], import('./RoomsNews.tsx'))
  return part.RoomsNews
})
const NEWS = 'news'

/** What the evening holds, once the cards stand; its place is there before it. */
const evening = lazyPart(async () => {
  const part = await withWords(['room'], import('./RoomsEvening.tsx'))
  return part.RoomsEvening
})

/** Needed by few members, so it is loaded only for them. */
const notices = lazyPart(async () => (await import('./RoomsNotices.tsx')).RoomsNotices)

/** Only whom a door refused sees it. */
const refusal = lazyPart(
  async () => (await import('#web/features/rooms/RefusalDialog.tsx')).RefusalDialog,
)

export function RoomsPage() {
  return (
    <Page title={{ ns: 'rooms', k: 'title' }} width="wide">
      <Rooms />
    </Page>
  )
}

/** One's own pages and the way out, at the end, where no thumb meets them by chance. */
function Ways() {
  const { t } = useText('rooms')
  return (
    <nav aria-label={t('own_places')} className={styles.ways}>
      <Button
        look="plain"
        size="s"
        icon={<Icon name="person" size={18} />}
        render={<Link to={paths.profile} />}
      >
        <Text ns="rooms" k="to_profile" />
      </Button>
      <Button
        look="plain"
        size="s"
        icon={<MemberIcon name="settings" size={18} />}
        render={<Link to={paths.settings} />}
      >
        <Text ns="rooms" k="to_settings" />
      </Button>
      <LogOutButton look="plain" size="s" icon={<MemberIcon name="door" size={18} />} />
    </nav>
  )
}

/** By the reader's local time. */
function Greeting() {
  const { username } = useMember()
  const [hour] = useState(() => new Date().getHours())
  const part = hour < 5 ? 'night' : hour < 11 ? 'morning' : hour < 17 ? 'day' : 'evening'
  return <Text ns="rooms" k={`greeting_${part}`} values={{ username }} />
}

function Rooms() {
  const { isAdmitted, isAdmin, isModerator, isMailRefused } = useMember()
  const list = useQuery({ ...query(listRooms, {}), staleTime: 0 })
  const { data, error } = list
  const client = useQueryClient()
  const { t } = useText('rooms')
  const [view, show] = useAddressChoice('view', ['rooms', NEWS])
  const isNews = view === NEWS
  const isEveningHere = useQuietPart(evening, isAdmitted && !!data, NEWS + isNews)
  const navigate = useNavigate()
  /** What changed may be one's place in line, or that one is in. */
  const askAgain = async () => {
    await client.invalidateQueries({ queryKey: query(getOwnPlace, {}).queryKey })
    await userUpdated(client)
  }
  const hasNotices = isMailRefused || !isAdmitted || data?.rooms.some(({ isDormant }) => isDormant)
  const refused = parseRefusedEntry(useLocation().state)
  // stays to take its leave
  const [wasRefused, setWasRefused] = useState(false)
  if (refused && !wasRefused) setWasRefused(true)
  // the rooms themselves are kept true by the frame around this
  useLiveEvents((event) => {
    if (event.type === 'rooms' && !isAdmitted) void askAgain()
  })

  useEffect(() => {
    if (error) showToast({ title: 'rooms_failed', description: <ErrorText failure={error} /> })
  }, [error])

  return (
    <>
      <div className="stack-1">
        <Text as="h1" ns="rooms" k="title" />
        <p className="soft">
          <Greeting />
        </p>
      </div>
      <div className="bar">
        {isAdmitted && (
          <FilterBar
            label={t('view')}
            chosen={view}
            choices={[
              { filter: 'rooms', words: <Text ns="rooms" k="view_rooms" /> },
              { filter: NEWS, words: <Text ns="rooms" k="view_news" /> },
            ]}
            onChoose={show}
          />
        )}
        <div className={styles.links}>
          {isAdmitted && (
            <>
              <Link to={paths.people}>
                <Text ns="rooms" k="to_people" />
              </Link>
              <Link to={paths.search}>
                <Text ns="rooms" k="to_search" />
              </Link>
            </>
          )}
          {isModerator && (
            <Link to={paths.adminStart}>
              <Text ns="rooms" k="to_admin" />
            </Link>
          )}
          {isAdmin && (
            <Link to={paths.adminVerifications}>
              <Text ns="rooms" k="to_review" />
            </Link>
          )}
        </div>
      </div>
      {hasNotices && (
        <Suspense fallback={null}>
          <notices.Part rooms={data?.rooms ?? []} />
        </Suspense>
      )}
      {isAdmitted && !isNews && (data || !error) && (
        <div className={styles.evening}>
          {isEveningHere && data && (
            <Suspense fallback={null}>
              <evening.Part rooms={data.rooms} />
            </Suspense>
          )}
        </div>
      )}
      {isNews ? (
        <Suspense fallback={<RoomListSkeleton />}>
          <news.Part />
        </Suspense>
      ) : (
        <QueryView
          query={list}
          hasToast
          failed={<Text ns="toast" k="rooms_failed" />}
          waiting={<RoomListSkeleton />}
        >
          {(known) => <RoomList {...known} />}
        </QueryView>
      )}
      {/* below what is still on its way it would be pushed about */}
      {(data || error) && (
        <div className={`stack-2 ruled soft small ${styles.end}`}>
          {data?.hasDemo && <Text as="p" ns="rooms" k="demo" />}
          {isAdmitted && (
            <p className={styles.plan}>
              {data && <PlanLine plan={data.plan} />}
              <Link to={paths.invitations}>
                <Text ns="rooms" k="to_invitations" />
              </Link>
            </p>
          )}
          <Ways />
        </div>
      )}
      {wasRefused && (
        <Suspense fallback={null}>
          <refusal.Part
            refused={data ? refused : null}
            rooms={data?.rooms ?? []}
            onClose={() => void navigate(paths.rooms, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
