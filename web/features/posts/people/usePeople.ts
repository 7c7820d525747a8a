import { useState } from 'react'
import { foldName } from '#contract/folding.ts'
import { listPeople, type PeopleFilter, type KnownPerson } from '#contract/posts/people.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'
import { usePages } from '#web/platform/lists/usePages.ts'

export type PeopleWish = { starts: string; filter: PeopleFilter }

/** Whom one exchanged something with; of those known already the right ones until the club has answered. */
export function usePeople({ starts, filter }: PeopleWish) {
  const wish = { ...(foldName(starts) && { starts }), filter }
  const key = [callPath(listPeople, {}, wish)]
  const list = usePages({
    key,
    ask: (before, signal) =>
      call(listPeople, { query: { ...wish, ...(before && { before }) } }, { signal }),
    linesOf: ({ people }) => people,
    next: ({ next }) => next,
  })
  useRefetchOnChange(key, Math.max(1, list.pages.length))
  const [known, setKnown] = useState<KnownPerson[]>([])
  if (list.lines && list.lines.some((one, at) => known[at] !== one)) setKnown(list.lines)
  const fitting = known.filter(({ username }) => foldName(username).startsWith(foldName(starts)))
  return { ...list, lines: list.lines ?? (fitting.length > 0 ? fitting : null) }
}
