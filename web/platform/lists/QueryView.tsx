import type { ReactNode } from 'react'
import { LoadFailed } from './LoadFailed.tsx'
import { SectionError } from './SectionError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { LoadingSkeleton } from './LoadingSkeleton.tsx'

export type AnyQuery<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}
export type LoadedProps = {
  /** One of several parts of a screen: takes less room until it is here. */
  isPart?: boolean
  /** A toast says it as well where it could not be loaded. */
  isTold?: boolean
  /** What is said where it could not be loaded. */
  failed: ReactNode
  /** Stands where something is about to come. */
  waiting?: ReactNode
}
type Props<Data> = LoadedProps & { asked: AnyQuery<Data>; children: (data: Data) => ReactNode }

/** What was asked for once it is here; until then that it is on its way, or that it did not come. */
export function QueryView<Data>({ asked, isPart, isTold, failed, waiting, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = asked
  if (data !== undefined) return children(data)
  if (!error) return waiting ?? (isPart ? <LoadingSkeleton /> : TWO)
  const what = { title: failed, error, isFetching, retry: refetch }
  return isPart ? <SectionError {...what} /> : <LoadFailed {...what} isTold={isTold} />
}

const TWO = (
  <LoadingSkeleton>
    <Skeleton tall />
    <Skeleton tall />
  </LoadingSkeleton>
)
