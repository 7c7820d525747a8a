import type { Post } from '#contract/posts/posts.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import styles from './MutualWave.module.css'

type Props = {
  author: Pick<Post['author'], 'id' | 'username' | 'portrait'>
  own: Pick<Post['author'], 'id' | 'username' | 'portrait'>
  /** It was answered just now. */
  isFresh: boolean
}

/** Two who waved at each other, side by side in lamplight; they lean together when it happens. */
export const MutualWave = ({ author, own, isFresh }: Props) => (
  <span className={styles.pair} data-fresh={isFresh || undefined}>
    {[author, own].map((member) => (
      <Portrait key={member.id} member={member} photoId={member.portrait} className={styles.face} />
    ))}
  </span>
)
