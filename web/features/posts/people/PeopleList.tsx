// Whom one exchanged waves, replies or names with, the last one first, found by how their names begin.
import { useRef, useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { PeopleFilter } from '#contract/posts/people.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { PersonLine } from './PersonLine.tsx'
import { usePeople, type PeopleWish } from './usePeople.ts'
import lines from '#web/ui/Lines.module.css'

type Props = {
  wish: PeopleWish
  onWish: (wish: PeopleWish) => void
  /** The link shown while the list is empty. */
  begin: ReactNode
}

export function PeopleList({ wish, onWish, begin }: Props) {
  const { t } = useText('people')
  const field = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const list = usePeople(wish)
  // the address follows a moment later: what is typed meanwhile would be lost
  const [typed, setTyped] = useState(wish.starts)
  const isAll = wish.starts.trim() === '' && wish.filter === 'all'
  const showAll = () => {
    setTyped('')
    onWish({ starts: '', filter: 'all' })
    field.current?.focus()
  }
  return (
    <>
      <form role="search" className="stack-3" onSubmit={(event) => event.preventDefault()}>
        <Field label={<Text ns="people" k="find" />} hint={<Text ns="people" k="find_hint" />}>
          <TextInput
            ref={field}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={limits.username.max}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              onWish({ ...wish, starts: target.value })
            }}
          />
        </Field>
        <FilterBar
          label={t('filter')}
          chosen={wish.filter}
          choices={PeopleFilter.options.map((filter) => ({
            filter,
            words: <Text ns="people" k={filter} />,
          }))}
          onChoose={(filter) => onWish({ starts: typed, filter })}
        />
      </form>
      <p role="status" className="visually-hidden">
        {!isAll && list.lines && !list.isFetching && (
          <Text ns="people" k="found" values={{ count: list.lines.length }} />
        )}
      </p>
      <PagedList
        list={list}
        isPart
        failed={<Text ns="people" k="failed" />}
        empty={
          isAll ? (
            <EmptyState title={<Text ns="people" k="empty" />} actions={begin}>
              <Text ns="people" k="empty_text" />
            </EmptyState>
          ) : (
            <EmptyState
              title={<Text ns="people" k="none" />}
              actions={
                <Button look="quiet" onClick={showAll}>
                  <Text ns="people" k="show_all" />
                </Button>
              }
            >
              <Text ns="people" k="none_text" />
            </EmptyState>
          )
        }
        waiting={
          <LoadingSkeleton label={t('loading')} className={`ruled-list ${lines.list}`}>
            {[1, 2, 3, 4, 5].map((one) => (
              <Skeleton key={one} parts={['half', 'line']} className={lines.ghost} />
            ))}
          </LoadingSkeleton>
        }
        more={<Text ns="people" k="more" />}
      >
        {(people) => (
          <ul
            role="list"
            ref={rows}
            tabIndex={-1}
            aria-label={t('title')}
            className={`ruled-list ${lines.list}`}
          >
            {people.map((person) => (
              <li key={person.id}>
                <PersonLine person={person} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
