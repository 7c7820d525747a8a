import { useEffect, useRef, useState } from 'react'
import type { SubmissionLine } from '#contract/verification/review.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useAddressChoice } from '#web/platform/lists/useAddressChoice.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { keptNotes, type ReviewDraft } from '#web/features/verification/review/deciding/draft.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { showListFailedToast } from './reviewToasts.tsx'
import { useShortcuts } from '#web/platform/shortcuts/shortcuts.ts'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import { SubmissionTable, SubmissionTableSkeleton } from './SubmissionTable.tsx'
import { useRefresh, useSubmissions, type SubmissionFilter } from './submissions.ts'
import { useNext } from './useNext.ts'
import { useRows } from './useRows.ts'

/** The list of submissions, the queue in it, and the window to decide them in. */
export function ReviewDesk() {
  const { t } = useText('review')
  const [filter, choose] = useAddressChoice<SubmissionFilter>('filter', ['all', 'queue'])
  const list = useSubmissions(filter)
  const { lines, waiting, error } = list
  const refresh = useRefresh()
  const place = useRef<HTMLElement>(null)
  const rows = useRows(place)
  const [opened, setOpened] = useState<SubmissionLine | null>(null)
  const [last, setLast] = useState<string>()
  const [drafts] = useState(() => new Map<string, ReviewDraft>())
  const notes = useTabDrafts(keptNotes)

  const show = (line: SubmissionLine) => {
    setOpened(line)
    setLast(line.id)
  }
  const next = useNext(opened?.id, show, () => void refresh())

  useLiveEvents((event) => {
    // `rooms` also says that the connection was lost, and what was missed is not known
    if (event.type === 'submissions' || event.type === 'rooms') void refresh()
  })
  useEffect(() => {
    if (error) showListFailedToast()
  }, [error])

  const down = () => {
    if (!rows.step(1) && list.hasMore) list.showMore()
  }
  const up = () => void rows.step(-1)
  useShortcuts(place, {
    j: down,
    k: up,
    // elsewhere they scroll
    ArrowDown: () => rows.isInside() && down(),
    ArrowUp: () => rows.isInside() && up(),
    ...(waiting > 0 && { n: () => next.show() }),
  })

  return (
    <section ref={place} className="stack-4" onFocus={rows.note}>
      <div className="row-2 space-between align-center">
        <FilterBar
          label={t('filter')}
          choices={[
            { filter: 'all', words: <Text ns="review" k="all" /> },
            {
              filter: 'queue',
              words: <Text ns="review" k="queue" />,
              count: lines && (waiting || null),
            },
          ]}
          chosen={filter}
          onChoose={choose}
        />
        <ShortcutsHelp place={place} />
      </div>
      <Arrivals waiting={lines && waiting} />
      <PagedList
        list={list}
        hasToast
        failed={<Text ns="toast" k="submissions_failed_detail" />}
        empty={
          <EmptyState title={<Text ns="review" k={filter === 'queue' ? 'queue_empty' : 'empty'} />}>
            <Text ns="review" k={filter === 'queue' ? 'queue_empty_text' : 'empty_text'} />
          </EmptyState>
        }
        waiting={<SubmissionTableSkeleton />}
      >
        {(submissions) => <SubmissionTable lines={submissions} onOpen={show} />}
      </PagedList>
      <ReviewDialog
        line={opened}
        desk={{ drafts, notes, waiting, next, refresh }}
        onClose={() => setOpened(null)}
        returnTo={() => rows.find(last)}
      />
    </section>
  )
}

/** Tells a screen reader, when it has time, that more people are waiting than before. */
function Arrivals({ waiting }: { waiting: number | null }) {
  const [known, setKnown] = useState({ waiting, announced: 0 })
  if (waiting !== known.waiting) {
    const isMore = waiting !== null && known.waiting !== null && waiting > known.waiting
    setKnown({ waiting, announced: isMore ? waiting : 0 })
  }
  return (
    <p role="status" className="visually-hidden">
      {known.announced > 0 && <Text ns="review" k="arrived" values={{ count: known.announced }} />}
    </p>
  )
}
