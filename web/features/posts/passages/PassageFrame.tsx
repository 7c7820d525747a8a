import type { ReactNode } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './Passage.module.css'

type Props = {
  /** Its title, and its id in the page. */
  k: 'onward' | 'passage'
  look?: 'primary' | 'quiet'
  pages: {
    lines: readonly Post[] | null
    error: Error | null
    isFetching: boolean
    refresh: () => unknown
  }
  waiting: ReactNode
  onLeave: () => void
  children: (posts: readonly Post[]) => ReactNode
}

/** Posts that are read in place of the newest: a title, the way back to the newest, and the posts once they are loaded. */
export const PassageFrame = ({ k, look = 'primary', pages, waiting, onLeave, children }: Props) => (
  <section aria-labelledby={k} className="stack-3">
    <div className={`line-2 ${styles.bar}`}>
      <Text as="h2" id={k} className={`small ${styles.name}`} ns="talk" k={k} />
      <Button size="s" look={look} icon={<MemberIcon name="forward" />} onClick={onLeave}>
        <Text ns="talk" k="to_newest" />
      </Button>
    </div>
    <QueryView
      query={{
        data: pages.lines ?? undefined,
        error: pages.error,
        isFetching: pages.isFetching,
        refetch: pages.refresh,
      }}
      isPart
      failed={<Text ns="talk" k="passage_failed" />}
      waiting={waiting}
    >
      {children}
    </QueryView>
  </section>
)
