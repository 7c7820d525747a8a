// In the search: the messages of one's own tables in which the words were found.
import { Link } from 'react-router'
import { searchTables, type TableHit } from '#contract/tables/messages.ts'
import { paths } from '#web/paths.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/lists/LoadFailed.tsx'
import { passFocusToRest } from '#web/platform/lists/passFocusToRest.ts'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'
import { Recent } from '#web/platform/session/Recent.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Marked } from '#web/ui/Marked.tsx'
import { OtherName } from './TableList.tsx'
import lines from '#web/ui/Lines.module.css'
import styles from './tables.module.css'

/** What was said at one's own tables in these words; nothing where nothing was. */
export function FoundAtTables({ words }: { words: string }) {
  const key = [callPath(searchTables, {}, { words })]
  const {
    lines: hits,
    error,
    isFetching,
    refresh,
    ...list
  } = usePages({
    key,
    ask: (before, signal) =>
      call(searchTables, { query: { words, ...(before && { before }) } }, { signal }),
    linesOf: ({ found }) => found,
    next: ({ next }) => next,
  })
  useRefetchOnChange(key, list.pages.length)
  if (!hits)
    return (
      error && (
        <LoadFailed
          title={<Text ns="tables" k="found_failed" />}
          error={error}
          isFetching={isFetching}
          retry={refresh}
        />
      )
    )
  if (hits.length === 0) return null
  return (
    <section aria-labelledby="found-tables" className="stack-2">
      <Text as="h2" id="found-tables" className="soft small" ns="tables" k="found_title" />
      <ul role="list" className={`ruled-list ${lines.list}`}>
        {hits.map((found) => (
          <li key={found.message.id}>
            <Found found={found} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button
          ref={passFocusToRest}
          look="quiet"
          size="s"
          pending={list.isLoadingMore}
          onClick={list.showMore}
        >
          <Text ns="tables" k="found_more" />
        </Button>
      )}
    </section>
  )
}

/** A message that was found; the whole of it leads to its place at the table. */
const Found = ({ found: { tableId, other, message, matches } }: { found: TableHit }) => (
  <article className={`${lines.line} ${styles.found}`}>
    <p className={styles.who}>
      <b>
        <OtherName other={other} />
      </b>
      <Recent at={message.createdAt} className={lines.when} />
    </p>
    <p className={styles.said}>
      {message.isOwn && (
        <>
          <Text ns="tables" k="own_words" />{' '}
        </>
      )}
      <Link
        to={`${paths.table(tableId)}#post-${message.number}`}
        className={`stretched-link ${lines.way}`}
      >
        <span lang="" dir="auto">
          <Marked text={message.text} matches={matches} />
        </span>
      </Link>
    </p>
  </article>
)
