import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { enterRoom } from '#contract/rooms/rooms.ts'
import { NewestAnswers } from '#web/features/posts/passages/NewestAnswers.tsx'
import { AboutRoom } from '#web/features/rooms/room/AboutRoom.tsx'
import { Everybody } from '#web/features/rooms/presence/Everybody.tsx'
import type { Here } from '#web/features/rooms/presence/usePresence.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import styles from './RoomPage.module.css'

type Props = { slug: string; here: Here } & Pick<
  AnswerOf<typeof enterRoom>,
  'room' | 'madeAt' | 'slowSeconds'
>

/** Beside the talk, where a window is wide enough: who is here, what is answered today, what the room is. */
export function RoomSide({ slug, here, ...entry }: Props) {
  const { t } = useText('room')
  const { userId } = useMember()
  return (
    <aside aria-label={t('beside')} className={`stack-5 small ${styles.side}`}>
      {here.count > 0 && (
        <Section title={<Text ns="presence" k="title" />}>
          <Everybody slug={slug} here={here} userId={userId} />
        </Section>
      )}
      <Section title={<Text ns="talk" k="answers_title" />}>
        <NewestAnswers slug={slug} />
      </Section>
      <Section title={<Text ns="room" k="about" />}>
        <AboutRoom {...entry} />
      </Section>
    </aside>
  )
}

const Section = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className={`stack-2 ${styles.section}`}>
    <h2>{title}</h2>
    {children}
  </section>
)
