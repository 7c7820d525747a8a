// The icebreaker of today above one's rooms: what was answered there, and a form to answer it in one of them.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { mentionParts } from '#contract/posts/mentions.ts'
import { getQuestion } from '#contract/posts/posts.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { withWords } from '#web/text/i18n.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import type { OwnRoom } from './AnswerForm.tsx'
import styles from './question.module.css'

/** Only who answers here fetches what a room has to write in. */
const form = lazyPart(async () => {
  const part = await withWords(['news', 'posts', 'talk'], import('./AnswerForm.tsx'))
  return part.AnswerForm
})

const question = query(getQuestion, {})
const ID = 'question-of-the-day'

type Props = {
  /** Those one may speak in, in the order of the club. */
  rooms: readonly OwnRoom[]
  /** What is said of a text while it is written. */
  notes: (slug: string, text: string) => ReactNode
}

/** What the whole club is asked today, what was said to it in one's rooms, and the way to answer. */
export function QuestionOfDay({ rooms, notes }: Props) {
  const { data, refetch } = useQuery({ ...question, staleTime: 0 })
  useLiveEvents((event) => {
    const isAnswer = event.type === 'post' && event.post?.icebreakerId
    // posts were changed, removed or hidden
    if (isAnswer || event.type === 'ready') void refetch()
  })
  return data?.icebreaker ? (
    <Asked {...data} icebreaker={data.icebreaker} rooms={rooms} notes={notes} />
  ) : null
}

type Today = AnswerOf<typeof getQuestion>
type AskedProps = Today & Props & { icebreaker: NonNullable<Today['icebreaker']> }

function Asked({ icebreaker, answers, lastRoom, rooms, notes }: AskedProps) {
  const tongue = useScreenTongue()
  const { hasContentConsent, muted } = useMember()
  const button = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<'nothing' | 'form' | 'sent'>('nothing')
  const isLast = ({ slug }: OwnRoom) => slug === lastRoom
  const canAnswer = hasContentConsent && rooms.length > 0
  const offered = [...rooms.filter(isLast), ...rooms.filter((room) => !isLast(room))]
  return (
    <section aria-labelledby={ID} className={styles.question}>
      <Text as="h2" id={ID} className={`soft tiny ${styles.name}`} ns="room" k="icebreaker" />
      <p className={styles.words}>{icebreaker.question[tongue]}</p>
      {answers.length > 0 ? (
        <ul role="list" className={styles.quotes}>
          {answers.map(({ room, post: { id, number, author, text, mentions } }) => (
            <li key={id}>
              <Link to={`${paths.room(room.slug)}#post-${number}`} lang="" dir="auto">
                <strong>{author.username}</strong>{' '}
                <q>
                  {muted.includes(author.id)
                    ? '…'
                    : mentionParts(text, mentions)
                        .map((part) => (typeof part === 'string' ? part : `@${part.username}`))
                        .join('')}
                </q>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        canAnswer && (
          <Text as="p" className={`soft small ${styles.soft}`} ns="rooms" k="unanswered" />
        )
      )}
      {canAnswer && (
        <Button
          ref={button}
          look="quiet"
          size="s"
          className={styles.act}
          icon={<MemberIcon name="reply" size={18} />}
          aria-expanded={shown === 'form'}
          onClick={() => setShown(shown === 'form' ? 'nothing' : 'form')}
        >
          <Text ns="room" k="answer" />
        </Button>
      )}
      {shown !== 'nothing' && (
        <div className={styles.below}>
          <Suspense fallback={<p className={styles.coming} />}>
            <form.Part
              icebreakerId={icebreaker.id}
              rooms={offered}
              isOpen={shown === 'form'}
              notes={notes}
              onSent={() => setShown('sent')}
              onClose={() => {
                setShown('nothing')
                button.current?.focus()
              }}
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}
