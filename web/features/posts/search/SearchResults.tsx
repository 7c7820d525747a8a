// What a search for posts found, newest first, or why nothing was found.
import { useEffect, useRef, useId } from 'react'
import { useLocation, Link } from 'react-router'
import type { SearchHit } from '#contract/posts/search.ts'
import { Foldable } from '#web/features/posts/Folded.tsx'
import { LoadFailed } from '#web/platform/lists/LoadFailed.tsx'
import { formatMoment, dateFormat } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { passFocusToRest } from '#web/platform/lists/passFocusToRest.ts'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { paths } from '#web/paths.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Marked } from '#web/ui/Marked.tsx'
import { useFound, type SearchFields } from './useSearch.ts'
import styles from './search.module.css'

type Props = { wish: SearchFields; onSearch: (wish: SearchFields) => void }

export function SearchResults({ wish, onSearch }: Props) {
  const { t } = useText('search')
  const tongue = useScreenTongue()
  const { lines, error, isFetching, ...list } = useFound(wish)
  const results = useArriving(!isFetching && (lines !== null || error !== null))
  if (!wish.words && !wish.author)
    return (
      <EmptyState title={<Text ns="search" k="begin" />}>
        <Text ns="search" k="begin_text" />
      </EmptyState>
    )
  const found = lines ?? []
  const isTooCommon = list.pages[0]?.isEmpty ?? false
  // that was all there was time for
  const reached = list.pages.at(-1)?.searchedTo ?? null
  return (
    <section
      ref={results}
      tabIndex={-1}
      aria-label={t('results')}
      aria-busy={isFetching}
      className={`no-ring stack-4 ${styles.results}`}
    >
      <div role="status">
        {found.length > 0 && (
          <Text
            as="p"
            className="large"
            ns="search"
            k={list.hasMore ? 'found_more' : 'found'}
            values={{ count: found.length }}
          />
        )}
        {reached && (
          <p>
            <Text
              ns="search"
              k={found.length > 0 ? 'searched_to' : 'none_yet'}
              values={{ day: formatMoment(reached, tongue) }}
            />
          </p>
        )}
        {lines?.length === 0 && !reached && (
          <EmptyState
            title={<Text ns="search" k={isTooCommon ? 'too_common' : 'none'} />}
            actions={
              wish.words &&
              !wish.author && (
                <Button
                  look="quiet"
                  onClick={() => {
                    const { words: author = '', ...rest } = wish
                    onSearch({ ...rest, author })
                  }}
                >
                  <Text ns="search" k="as_name" values={{ words: wish.words }} />
                </Button>
              )
            }
          >
            <Text ns="search" k={isTooCommon ? 'too_common_text' : 'none_text'} />
          </EmptyState>
        )}
      </div>
      {!lines && !error && (
        <div role="group" aria-label={t('loading')} className="stack-3">
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} parts={['brief', 'line', 'half']} />
          ))}
        </div>
      )}
      {error && (
        <LoadFailed
          title={<Text ns="search" k="failed" />}
          error={error}
          isFetching={isFetching}
          retry={list.refresh}
        />
      )}
      {found.length > 0 && (
        <ol role="list" className="stack-3">
          {found.map((one) => (
            <li key={one.post.id}>
              <Foldable by={one.post.author.id}>
                <FoundPost found={one} />
              </Foldable>
            </li>
          ))}
        </ol>
      )}
      {list.hasMore && (
        <Button
          ref={passFocusToRest}
          look="quiet"
          className="at-center"
          pending={list.isLoadingMore}
          onClick={list.showMore}
        >
          <Text ns="search" k={reached ? 'search_on' : 'show_more'} />
        </Button>
      )}
    </section>
  )
}

/** To what was found, once it is here after a search of this visit; not on the way back from a post. */
function useArriving(isHere: boolean) {
  const results = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const seen = useRef(key)
  useEffect(() => {
    if (!isHere || key === seen.current) return
    seen.current = key
    const { current } = results
    current?.focus({ preventScroll: true })
    if (current && current.getBoundingClientRect().top > window.innerHeight / 2)
      current.scrollIntoView()
  }, [isHere, key])
  return results
}

/** A post that was found; the whole of it leads to its place in the room. */
function FoundPost({ found: { room, post, matches } }: { found: SearchHit }) {
  const id = useId()
  const { author } = post
  const tongue = useScreenTongue()
  const moment = dateFormat(tongue, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <article aria-labelledby={id} tabIndex={-1} className={styles.post}>
      <Portrait member={author} photoId={author.portrait} />
      <h2 id={id} className={`break-anywhere medium ${styles.byline}`}>
        <Link to={paths.member(author.id)} lang="" className={styles.who}>
          {author.username}
        </Link>
        {' · '}
        <span lang="de">{room.name}</span>
      </h2>
      <p className="soft small">
        <time dateTime={post.createdAt}>{moment.format(new Date(post.createdAt))}</time>
      </p>
      <p className={styles.text} lang="" dir="auto">
        <Link
          to={`${paths.room(room.slug)}#post-${post.number}`}
          className={`stretched-link ${styles.way}`}
        >
          <Marked text={post.text} matches={matches} />
        </Link>
      </p>
    </article>
  )
}
