import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { PictureIcon } from '#web/ui/icons/PictureIcon.tsx'
import styles from './MissingPieces.module.css'

/** Above one's own page: that others see it like this. */
export const OwnPageHead = () => (
  <div className={styles.head}>
    <Text as="p" ns="profile" k="member_own" />
    <Link to={paths.profile} className={`tall-link ${styles.edit}`}>
      <Text ns="profile" k="member_edit" />
    </Link>
  </div>
)

type Props = {
  member: { photos: readonly string[]; bio: string | null }
  /** Whether they answered a question of the day; nothing as long as nobody knows. */
  hasAnswered: boolean | undefined
}

/** On one's own page, in dotted lines, what could still stand there. */
export function MissingPieces({ member: { photos, bio }, hasAnswered }: Props) {
  const { t } = useText('profile')
  const pieces = [
    photos.length === 0 && ('photo' as const),
    !bio && ('bio' as const),
    hasAnswered === false && ('answer' as const),
  ].filter((piece) => piece !== false)
  if (pieces.length === 0) return null
  return (
    <ul role="list" aria-label={t('pieces')} className={styles.pieces}>
      {pieces.map((piece) => (
        <li key={piece}>
          <Link to={piece === 'answer' ? paths.rooms : paths.profile} className={styles.piece}>
            <PictureIcon name="plus" />
            <Text as="span" className={styles.title} ns="profile" k={`piece_${piece}`} />
            <Text as="span" className={styles.text} ns="profile" k={`piece_${piece}_text`} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
