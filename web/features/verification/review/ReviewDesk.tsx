// Admins review identity documents: all submissions or those that wait, by mouse or keyboard, one at a time.
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { SubmissionLine } from '#contract/verification/review.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useAddressChoice } from '#web/platform/lists/useAddressChoice.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useUnsavedWords } from '#web/platform/lists/useUnsavedWords.tsx'
import { useTabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { useShortcuts } from '#web/platform/shortcuts/shortcuts.ts'
import { keptNotes, type ReviewDraft } from './deciding/draft.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { showListFailedToast } from './reviewToasts.tsx'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import { SubmissionTable, SubmissionTableSkeleton } from './SubmissionTable.tsx'
import { useRefresh, useSubmissions, type SubmissionFilter } from './submissions.ts'
import { useNext } from './useNext.ts'

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
  const unsaved = useUnsavedWords({
    list,
    key: filter,
    hasEveryOpen: true,
    kinds: [{ drafts: notes, isOpen: ({ status }) => status === 'pending' }],
    nameOf: ({ username }) => username ?? undefined,
    place,
  })

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
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" onFocus={rows.note}>
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
      {unsaved}
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

/** Walks through the rows of a list by their buttons; remembers the last, for the way back. */
function useRows(list: RefObject<HTMLElement | null>) {
  const last = useRef(0)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const nearest = (all: HTMLElement[]) => all[Math.min(last.current, all.length - 1)] ?? null
  const here = (all: HTMLElement[]) => all.findIndex((row) => row === document.activeElement)

  return {
    isInside: () => here(rows()) >= 0,
    /** Whether there was a row that way. Nobody being in the list yet, it begins where one was last. */
    step(by: 1 | -1): boolean {
      const all = rows()
      const at = here(all)
      const row = at < 0 ? nearest(all) : all[at + by]
      row?.focus()
      return row !== undefined && row !== null
    },
    /** Where the focus goes back to: the row of that name, or what took its place. */
    find(id: string | undefined): HTMLElement | null {
      const all = rows()
      return all.find(({ dataset }) => dataset['row'] === id) ?? nearest(all)
    },
    /** Call it when the focus comes to something in the list. */
    note() {
      const at = here(rows())
      if (at >= 0) last.current = at
    },
  }
}
