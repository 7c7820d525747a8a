import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listAnswers } from '#contract/posts/posts.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { postAnchor } from '#web/features/posts/PostItem.tsx'
import { PostWords } from '#web/features/posts/PostWords.tsx'
import styles from './AnswersDialog.module.css'

const SHOWN = 5

/** The newest answers to the question of the day, each the way to its place in the room. */
export function NewestAnswers({ slug }: { slug: string }) {
  const result = useQuery({ ...query(listAnswers, { params: { slug }, query: {} }), staleTime: 0 })
  const { refetch } = result
  const { muted } = useMember()
  useLiveEvents((event) => {
    const isAnswer = event.type === 'post' && event.room === slug && event.post?.icebreakerId
    // posts were changed, removed or hidden
    if (isAnswer || event.type === 'ready') void refetch()
  })
  return (
    <QueryView query={result} isPart failed={<Text ns="talk" k="answers_failed" />}>
      {({ posts }) =>
        posts.length === 0 ? (
          <Text as="p" className="soft tiny" ns="talk" k="answers_none" />
        ) : (
          <ul role="list" className={`stack-1 ${styles.brief}`}>
            {posts.slice(0, SHOWN).map(({ id, number, author, text, mentions }) => (
              <li key={id}>
                <Link to={`#${postAnchor(number)}`} lang="" dir="auto">
                  <strong>{author.username}</strong>{' '}
                  <span>
                    {muted.includes(author.id) ? (
                      '…'
                    ) : (
                      <PostWords text={text} mentions={mentions} isPlain />
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
