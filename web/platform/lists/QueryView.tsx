import type { ReactNode } from 'react'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { LoadingSkeleton } from './LoadingSkeleton.tsx'
import styles from './lists.module.css'

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

type SectionProps = { title: ReactNode; error: unknown; isFetching: boolean; retry: () => unknown }

/** Stands where a part of a page could not be loaded, while the rest of it is there. */
const SectionError = ({ title, error, isFetching, retry }: SectionProps) => (
  <Notice tone="danger" title={title}>
    <p>
      <ErrorText failure={error} />
    </p>
    <Button
      ref={useFocusHandover}
      look="quiet"
      size="s"
      className={styles.retry}
      pending={isFetching}
      onClick={() => void retry()}
    >
      <Text ns="shell" k="try_again" />
    </Button>
  </Notice>
)
