import { useEffect, useEffectEvent } from 'react'
import { codes } from '#contract/errors.ts'
import { getTable, type Table } from '#contract/tables/tables.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { forgetDrafts, listDrafts } from '#web/platform/session/drafts.ts'
import { useMember } from '#web/platform/session/session.ts'
import { findTable, tablePlace } from '#web/platform/talk/place.ts'

/** Forgets on this device what was begun at tables that are gone: nowhere could it be seen any more. */
export function useForgetGone(tables: readonly Table[] | undefined): void {
  const { userId } = useMember()
  const { outbox, outgoing } = useOutbox()
  const forget = useEffectEvent(async (known: readonly Table[]) => {
    const refused = outgoing.filter(({ state }) => state === 'refused').map(({ place }) => place)
    const begun = [...listDrafts(userId, tablePlace('')), ...refused].map(findTableId)
    for (const id of new Set(begun)) {
      // the list may be older than a table somebody sat down at in another tab
      if (!id || known.some((table) => table.id === id) || !(await isGone(id))) continue
      forgetDrafts(userId, tablePlace(id))
      for (const entry of outgoing) if (entry.place === tablePlace(id)) outbox?.discard(entry.id)
    }
  })
  useEffect(() => {
    if (tables) void forget(tables)
  }, [tables, outgoing])
}

/** A draft is called by its place and what it is of there: `table/<id>.below`. */
const findTableId = (place: string) => findTable(place)?.split('.')[0]

/** Only where the club says so, and not where nobody answers. */
const isGone = (tableId: string): Promise<boolean> =>
  call(getTable, { params: { tableId } }).then(
    () => false,
    (error: unknown) => error instanceof CallError && error.code === codes.notFound,
  )
