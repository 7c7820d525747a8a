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
  /** One of several parts of a screen: its loading and failed states take less room. */
  isPart?: boolean
  /** A failure is also shown as a toast. */
  hasToast?: boolean
  /** The words for a failure. */
  failed: ReactNode
  /** Shown while loading. */
  waiting?: ReactNode
}
type Props<Data> = LoadedProps & { query: AnyQuery<Data>; children: (data: Data) => ReactNode }

/** Shows the data of a query, or that it is loading or failed. */
export function QueryView<Data>({
  query,
  isPart,
  hasToast,
  failed,
  waiting,
  children,
}: Props<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return waiting ?? (isPart ? <LoadingSkeleton /> : TWO)
  const what = { title: failed, error, isFetching, retry: refetch }
  return isPart ? <SectionError {...what} /> : <LoadFailed {...what} hasToast={hasToast} />
}

const TWO = (
  <LoadingSkeleton>
    <Skeleton tall />
    <Skeleton tall />
  </LoadingSkeleton>
)
