// What two say to each other at a table; what they said, once one of them got up.
import { useCallback, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { MessageText } from '#contract/tables/messages.ts'
import type { Table } from '#contract/tables/tables.ts'
import { PostMenu, type MenuPost } from '#web/features/members/blocks/PostMenu.tsx'
import { useBlockLater } from '#web/features/members/blocks/useBlockLater.ts'
import { LazyReportDialog } from '#web/features/moderation/reports/LazyReportDialog.tsx'
import type { Reported } from '#web/features/moderation/reports/ReportDialog.tsx'
import { Conversation } from '#web/features/posts/Conversation.tsx'
import { useDraft } from '#web/features/posts/composer/useDraft.ts'
import { useFeed } from '#web/features/posts/feed/useFeed.ts'
import { WritingLine } from '#web/features/rooms/presence/WritingLine.tsx'
import { ClearTable } from '#web/features/tables/ClearTable.tsx'
import { ForgettingLine } from '#web/features/tables/TableMenu.tsx'
import { useOtherWriting } from '#web/features/tables/useOtherWriting.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { tablePlace } from '#web/platform/talk/place.ts'
import { useReading } from '#web/platform/talk/useReading.ts'
import { useTellWriting } from '#web/platform/talk/useTellWriting.ts'
import { PostNotes } from '#web/pages/members/PostNotes.tsx'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/Field.tsx'
import styles from './TablePage.module.css'

const rule = { schema: MessageText, most: limits.messageText }

export function TableTalk({ table, onGone }: { table: Table; onGone: () => void }) {
  const { id, other, state, goneAt, readNumber, unread } = table
  const place = tablePlace(id)
  const { userId } = useMember()
  const tongue = useScreenTongue()
  const feed = useFeed(place)
  const isWriting = useOtherWriting(id, userId)
  const onWriting = useTellWriting(place, state === 'open')
  const reading = useReading(place, { readNumber, readAt: null, unread })
  const [reported, setReported] = useState<Reported | null>(null)
  const block = useBlockLater()
  const acts = useCallback(
    (post: Post) =>
      post.author.id !== userId && (
        <PostMenu post={post} isMessage onReport={(one) => setReported(reportedMessage(one))} />
      ),
    [userId],
  )
  const day = goneAt && formatDay(goneAt, tongue)
  return (
    <>
      <Conversation
        place={place}
        feed={feed}
        rule={rule}
        opening={() => (
          <>
            <ErrorNotice failure={feed.refusal} />
            <ForgettingLine table={table} />
          </>
        )}
        writing={<WritingLine writers={isWriting && other ? [other] : []} />}
        onWriting={onWriting}
        notes={(text) => <PostNotes place={place} text={text} isEarly={isEarly(feed, userId)} />}
        reading={reading}
        acts={acts}
        closed={
          state === 'ended' ? (
            <div className="stack-2">
              <div className={`bar ${styles.ended}`}>
                <p role="status">
                  <Text ns="tables" k="ended" />{' '}
                  {day && <Text ns="tables" k="ended_text" values={{ day }} />}
                </p>
                {day && <ClearTable table={table} day={day} onCleared={onGone} />}
              </div>
              <BegunWords place={place} />
            </div>
          ) : undefined
        }
      />
      <LazyReportDialog
        target={reported}
        onClose={() => setReported(null)}
        onBlock={({ memberId }) => block(memberId)}
        returnTo={() => document.querySelector('main')}
      />
    </>
  )
}

/** Whether one of the two has not written often enough to give away what leads outside, as far as one knows. */
function isEarly({ posts, hasEarlier }: ReturnType<typeof useFeed>, userId: string): boolean {
  const own = posts.filter(({ author }) => author.id === userId).length
  return !hasEarlier && Math.min(own, posts.length - own) < limits.messagesUntilContact
}

const reportedMessage = ({ id, author }: MenuPost): Reported => ({
  kind: 'message',
  id,
  memberId: author.id,
  username: author.username,
})

/** What was being written when the table ended: nobody reads it there any more, and it is not lost. */
function BegunWords({ place }: { place: string }) {
  const { userId } = useMember()
  const { t } = useText('tables')
  const [draft, below] = [useDraft(userId, place), useDraft(userId, `${place}.below`)]
  const begun = [draft.text, below.text].filter((text) => text.trim()).join('\n\n')
  if (!begun) return null
  return (
    <details className={styles.begun}>
      <Text as="summary" ns="tables" k="begun" />
      <div className="stack-2">
        <TextArea readOnly aria-label={t('begun')} value={begun} />
        <Button
          look="plain"
          size="s"
          className="at-start"
          onClick={() => {
            // what is pressed goes
            document.querySelector('main')?.focus({ preventScroll: true })
            for (const { set } of [draft, below]) set({ text: '', replyTo: null })
          }}
        >
          <Text ns="tables" k="begun_discard" />
        </Button>
      </div>
    </details>
  )
}
