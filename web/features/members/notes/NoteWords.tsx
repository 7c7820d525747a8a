import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getNote } from '#contract/members/notes.ts'
import { query } from '#web/platform/api/call.ts'

type Props = { memberId: string; children: (words: ReactNode) => ReactNode }

/** Around what one noted of somebody for oneself; nothing where one noted nothing. */
export function NoteWords({ memberId, children }: Props) {
  const { data } = useQuery({
    ...query(getNote, { params: { memberId } }),
    refetchOnWindowFocus: false,
  })
  return (
    data?.text &&
    children(
      <span lang="" dir="auto">
        {data.text}
      </span>,
    )
  )
}
