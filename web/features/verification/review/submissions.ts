import { listSubmissions, type SubmissionLine } from '#contract/verification/review.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefresh as useRefreshOf } from '#web/platform/live/useRefresh.ts'

export type SubmissionFilter = 'all' | 'queue'

const LIST = callPath(listSubmissions)

/** The lines of the table so far, and how many are pending in all. */
export function useSubmissions(filter: SubmissionFilter) {
  const list = usePages({
    key: [LIST, filter],
    ask: (after, signal) => call(listSubmissions, { query: { filter, after } }, { signal }),
    linesOf: ({ submissions }) => submissions,
    next: ({ next }) => next,
  })
  return { ...list, waiting: list.pages.at(-1)?.waiting ?? 0 }
}

/** For the list, and the submission that is looked at. */
export const useRefresh = () => useRefreshOf(LIST)

/**
 * Who comes after a submission in the queue, or the first there if nobody does. Asks the server,
 * because others are working on the same queue.
 */
export async function nextInQueue(id?: string): Promise<SubmissionLine | null> {
  const isOther = (line: SubmissionLine) => line.id !== id
  const ask = async (after?: string) => {
    const answer = await call(listSubmissions, { query: { filter: 'queue', after } })
    return answer.submissions.find(isOther)
  }
  return (id && (await ask(id))) || ((await ask()) ?? null)
}
