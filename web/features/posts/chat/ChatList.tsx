import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { postAnchor } from '#web/features/posts/PostItem.tsx'
import { EarlierButton, useTalk, type ListProps } from '#web/features/posts/PostList.tsx'
import { Posts } from '#web/features/posts/Posts.tsx'
import { useHeldPlace, type ChatWays } from './useHeldPlace.ts'
import styles from './ChatList.module.css'

/** The conversation as a chat has it: the newest last, and older ones above as one reads back. */
export function ChatList({ ways, ...props }: ListProps & { ways: ChatWays }) {
  const { posts } = props.feed
  const list = useRef<HTMLDivElement>(null)
  const older = useRef<HTMLDivElement>(null)
  const { isAtEnd, toEnd } = useHeldPlace(list, ways)
  const { said, unseen, nothing, section, onTheirWay } = useTalk(props, isAtEnd, true)
  const ordered = useMemo(() => posts.toReversed(), [posts])
  useEarlier(older, props.feed)
  return (
    <section {...section}>
      {said}
      <div ref={older}>{posts.length > 0 && <EarlierButton feed={props.feed} />}</div>
      {nothing}
      <div ref={list}>
        <Posts
          {...props}
          posts={ordered}
          isNewestLast
          isSteady={false}
          isLive
          onTheirWay={onTheirWay}
        />
      </div>
      {unseen > 0 && (
        <Button
          size="s"
          className={styles.pill}
          icon={<MemberIcon name="forward" />}
          onClick={() => {
            toEnd()
            // what was pressed goes
            document.getElementById(postAnchor(posts[0]!.number))?.focus({ preventScroll: true })
          }}
        >
          <Text ns="posts" k="new_posts" values={{ count: unseen }} />
        </Button>
      )}
    </section>
  )
}

/** Early enough that older posts are loaded before the reader reaches them. */
const AHEAD = '800px 0px 0px'

/** Asks for older posts as the reader comes near to where they stand. What failed waits for them to press. */
function useEarlier(
  place: RefObject<HTMLElement | null>,
  { reader, posts, hasEarlier }: ListProps['feed'],
): void {
  const oldest = posts.at(-1)?.number
  useEffect(() => {
    if (!place.current || !hasEarlier || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) reader.showEarlier().catch(() => {})
      },
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, reader, hasEarlier, oldest])
}
