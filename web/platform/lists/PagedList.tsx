import type { ReactNode } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { passFocusToRest } from '#web/platform/lists/passFocusToRest.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { QueryView, type LoadedProps } from './QueryView.tsx'
import type { Paged } from './usePages.ts'

type Props<Line> = LoadedProps & {
  list: Paged<Line>
  /** Stands where there is no line. */
  empty: ReactNode
  more?: ReactNode
  children: (lines: Line[]) => ReactNode
}

/** A list that comes page after page: on its way, missing, empty, or there with more to come. */
export function PagedList<Line>({ list, empty, more, children, ...states }: Props<Line>) {
  const { lines, error, isFetching, refresh, hasMore, isLoadingMore, moreError, showMore } = list
  return (
    <QueryView
      query={{ data: lines ?? undefined, error, isFetching, refetch: refresh }}
      {...states}
    >
      {(known) => (
        <>
          {known.length > 0 ? children(known) : empty}
          <ErrorNotice failure={moreError} />
          {hasMore && (
            <Button
              ref={passFocusToRest}
              look="quiet"
              className="at-center"
              pending={isLoadingMore}
              onClick={showMore}
            >
              {more ?? <Text ns="shell" k="more" />}
            </Button>
          )}
        </>
      )}
    </QueryView>
  )
}
