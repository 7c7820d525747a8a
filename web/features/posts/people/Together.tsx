// What a member said in rooms the viewer is in too, what was between the two, and which rooms those are.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getTogether, type Said } from '#contract/posts/people.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { Recent } from '#web/platform/session/Recent.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { formatRecentDay } from '#web/text/recently.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import styles from './together.module.css'

export type TogetherAnswer = AnswerOf<typeof getTogether>

/** What a member and the viewer have in common. */
export function useTogether(memberId: string) {
  const togetherQuery = query(getTogether, { params: { memberId } })
  useRefetchOnChange(togetherQuery.queryKey)
  return useQuery({ ...togetherQuery, staleTime: 0 })
}

type Props = { together: ReturnType<typeof useTogether>; username: string; isOwn: boolean }

export function Together({ together, username, isOwn }: Props) {
  return (
    <QueryView
      query={together}
      isPart
      failed={<Text ns="people" k="together_failed" />}
      waiting={<LoadingSkeleton parts={['brief', 'line', 'half']} />}
    >
      {(shared) => (
        <div className={styles.together}>
          {shared.between && <Between {...shared.between} username={username} />}
          {shared.answers.length > 0 && (
            <Section id="answers" title={<Text ns="people" k="answers" />}>
              <ul role="list" className={styles.answers}>
                {shared.answers.map((said) => (
                  <li key={said.post.id}>
                    <Answer {...said} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section id="said" title={<Text ns="people" k="said" />}>
            {shared.posts.length === 0 ? (
              <Text as="p" className="tabular soft small" ns="people" k="said_none" />
            ) : (
              <ul role="list" className={`panel ruled-list ${styles.list}`}>
                {shared.posts.map((said) => (
                  <li key={said.post.id}>
                    <Words {...said} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
          <Section id="shared" title={<Text ns="people" k={isOwn ? 'rooms_own' : 'rooms'} />}>
            {shared.rooms.length === 0 ? (
              <Text as="p" className="tabular soft small" ns="people" k="rooms_none" />
            ) : (
              <ul role="list" className="row-2">
                {shared.rooms.map(({ slug, name, icon }) => (
                  <li key={slug}>
                    <Link to={paths.room(slug)} lang="de" className={`tall-link-2 ${styles.room}`}>
                      <RoomIcon name={icon} />
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
      )}
    </QueryView>
  )
}

function Section({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="stack-3">
      <h2 id={id} className="medium">
        {title}
      </h2>
      {children}
    </section>
  )
}

const findPlace = ({ room, post }: Said) => `${paths.room(room.slug)}#post-${post.number}`

function Answer({ question, ...said }: TogetherAnswer['answers'][number]) {
  const tongue = useScreenTongue()
  const { room, post } = said
  return (
    <article className={`panel ${styles.answer}`}>
      <p className={`soft small ${styles.question}`} lang={tongue}>
        {question[tongue]}
      </p>
      <p className={`break-anywhere large ${styles.words}`} lang="" dir="auto">
        <Link to={findPlace(said)} className={`stretched-link ${styles.way}`}>
          {post.text}
        </Link>
      </p>
      <Where room={room} post={post} />
    </article>
  )
}

function Words(said: Said) {
  const { room, post } = said
  return (
    <article className={styles.said}>
      <p lang="" dir="auto" className={styles.text}>
        <Link to={findPlace(said)} className={`stretched-link ${styles.way}`}>
          {post.text}
        </Link>
      </p>
      <Where room={room} post={post} />
    </article>
  )
}

function Where({ room, post }: Said) {
  return (
    <p className="tabular soft small">
      <span lang="de">{room.name}</span>
      {' · '}
      <Recent at={post.createdAt} />
    </p>
  )
}

type Of = NonNullable<TogetherAnswer['between']> & { username: string }

/** Nothing, as long as nothing was. */
function Between({ wavedAt, wavedBackAt, replies, username }: Of) {
  const tongue = useScreenTongue()
  const now = useNow()
  if (!wavedAt && !wavedBackAt && replies === 0) return null
  const mutual = wavedAt && wavedBackAt ? (wavedAt > wavedBackAt ? wavedAt : wavedBackAt) : null
  const day = (at: string) => formatRecentDay(at, now, tongue)
  return (
    <Section id="between" title={<Text ns="people" k="between" />}>
      <p className={styles.between}>
        {mutual ? (
          <Text ns="people" k="between_mutual" values={{ day: day(mutual) }} />
        ) : wavedAt ? (
          <Text ns="people" k="between_waved" values={{ day: day(wavedAt) }} />
        ) : wavedBackAt ? (
          <Text ns="people" k="between_waved_back" values={{ day: day(wavedBackAt), username }} />
        ) : null}
        {(wavedAt ?? wavedBackAt) && replies > 0 && ' · '}
        {replies > 0 && <Text ns="people" k="between_replies" values={{ count: replies }} />}
      </p>
    </Section>
  )
}
