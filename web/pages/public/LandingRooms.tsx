// On the landing page, the icebreaker of today and the rooms; the server fills them in, or takes them out.
import { limits } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { QUESTION, ROOM, WEEKS_POSTS } from '#web/static/holes.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import badge from '#web/ui/Badge.module.css'
import { Button } from '#web/ui/Button.tsx'
import { RoomSymbols } from '#web/ui/icons/RoomIcon.tsx'
import styles from './LandingSections.module.css'

/** What there is to talk about tonight, and where; the server fills it in, and takes out what there is nothing of. */
export function LandingRooms() {
  return (
    <>
      <Question />
      <Rooms />
    </>
  )
}

/** An answer begun here waits in the tab; without scripts the field only leads on, since it has no name to be sent by. */
function Question() {
  const { t } = useText('landing')
  const tongue = useScreenTongue()
  return (
    <section data-if="question" className={styles.question} aria-labelledby="question">
      <div>
        <Text as="h2" id="question" ns="landing" k="question_title" />
        <p className={styles.asked}>{QUESTION[tongue]}</p>
        <form
          action={paths.signUp}
          className={`row-3 screen-only ${styles.form}`}
          data-first-words=""
        >
          <input
            type="text"
            className={styles.field}
            aria-label={t('question_label')}
            aria-describedby="question-kept"
            placeholder={t('question_field')}
            maxLength={limits.postText}
            autoComplete="off"
            dir="auto"
          />
          <Button type="submit">
            <Text ns="landing" k="question_say" />
          </Button>
        </form>
        <p id="question-kept" className="soft small screen-only">
          <Text ns="landing" k="question_kept" />
        </p>
      </div>
    </section>
  )
}

/** On a phone the rooms scroll sideways, and so by keyboard as well (WCAG 2.1.1). */
const SCROLLS = { tabIndex: 0 }

function Rooms() {
  const { t } = useText('landing')
  const tongue = useScreenTongue()
  return (
    <section data-if="rooms" className={`stack-5 ${styles.rooms}`} aria-labelledby="rooms">
      <RoomSymbols />
      <header className={`stack-2 ${styles.head}`}>
        <Text as="h2" id="rooms" ns="landing" k="rooms_title" />
        <p>
          <Text ns="landing" k="rooms_lead" />{' '}
          <span data-if="posts">{t('rooms_week', { posts: WEEKS_POSTS[tongue] })}</span>
        </p>
      </header>
      <div className={styles.shelf} role="group" aria-labelledby="rooms" {...SCROLLS}>
        <ul>
          <li data-each="room" className={`panel ${styles.room}`}>
            <svg width="28" height="28" aria-hidden="true" focusable="false">
              <use href={`#room-${ROOM.icon}`} />
            </svg>
            <b lang="de">{ROOM.name}</b>
            <span className={`bold soft unbroken ${badge.badge}`} data-tone={ROOM.tone}>
              {ROOM.badge}
            </span>
            <p lang="de">{ROOM.description}</p>
          </li>
        </ul>
      </div>
    </section>
  )
}
