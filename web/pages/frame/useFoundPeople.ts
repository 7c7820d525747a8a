import { useQuery } from '@tanstack/react-query'
import { foldName } from '#contract/folding.ts'
import { listPeople, type KnownPerson } from '#contract/posts/people.ts'
import { query } from '#web/platform/api/call.ts'

/** From so many letters on a name is looked for. */
const LETTERS = 2
const MOST = 5
const FRESH_MS = 60_000

/** Those one knows whose names begin so. Asked once by the first letters, and again only where more begin with them than one answer holds. */
export function useFoundPeople(words: string): { people: KnownPerson[]; isAsking: boolean } {
  const starts = foldName(words.trim())
  const letters = [...starts]
  const isWanted = letters.length >= LETTERS
  const begun = letters.slice(0, LETTERS).join('')
  const first = useQuery({
    ...query(listPeople, { query: { starts: begun } }),
    enabled: isWanted,
    staleTime: FRESH_MS,
  })
  const isMore = isWanted && starts !== begun && !!first.data?.next
  const exact = useQuery({
    ...query(listPeople, { query: { starts } }),
    enabled: isMore,
    staleTime: FRESH_MS,
  })
  const { data, isPending } = isMore ? exact : first
  const all = isWanted ? (data?.people ?? []) : []
  return {
    people: all.filter(({ username }) => foldName(username).startsWith(starts)).slice(0, MOST),
    isAsking: isWanted && isPending,
  }
}
