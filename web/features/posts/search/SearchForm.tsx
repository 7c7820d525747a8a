// Where a member searches posts: words first; a member, a room and a time where one asks for them.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { query } from '#web/platform/api/call.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select, TextInput } from '#web/ui/fields/Field.tsx'
import type { SearchFields } from './useSearch.ts'
import styles from './search.module.css'

type Props = { wish: SearchFields; onSearch: (wish: SearchFields) => void }

export function SearchForm({ wish, onSearch }: Props) {
  const { t } = useText('search')
  const { data } = useQuery(query(listRooms, {}))
  const words = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(wish)
  // looked for by the way back
  const current = JSON.stringify(wish)
  const [known, setKnown] = useState(current)
  if (current !== known) {
    setKnown(current)
    setTyped(wish)
  }
  const rooms = data?.rooms.filter(({ isMember, isDormant }) => isMember && !isDormant) ?? []
  const input = (field: keyof SearchFields) => ({
    value: typed[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [field]: target.value })),
  })
  return (
    <form
      role="search"
      aria-label={t('form')}
      className={`stack-4 ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed)
      }}
    >
      <Field label={<Text ns="search" k="words" />} hint={<Text ns="search" k="words_hint" />}>
        <TextInput
          ref={words}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.searchWords}
          {...input('words')}
        />
      </Field>
      <details open={Boolean(wish.author ?? wish.room ?? wish.since ?? wish.until)}>
        <Text as="summary" ns="search" k="more" />
        <div className={styles.more}>
          <Field
            label={<Text ns="search" k="author" />}
            hint={<Text ns="search" k="author_hint" />}
          >
            <TextInput autoComplete="off" maxLength={limits.username.max} {...input('author')} />
          </Field>
          <Field label={<Text ns="search" k="room" />}>
            <Select {...input('room')}>
              <option value="">{t('all_rooms')}</option>
              {rooms.map(({ slug, name }) => (
                <option key={slug} value={slug} lang="de">
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={<Text ns="search" k="since" />}>
            <TextInput type="date" {...input('since')} />
          </Field>
          <Field label={<Text ns="search" k="until" />}>
            <TextInput type="date" {...input('until')} />
          </Field>
        </div>
      </details>
      <div className="row-3">
        <Button type="submit">
          <Text ns="search" k="search" />
        </Button>
        {Object.keys(wish).length > 0 && (
          <Button
            look="plain"
            onClick={() => {
              setTyped({})
              onSearch({})
              words.current?.focus()
            }}
          >
            <Text ns="search" k="clear" />
          </Button>
        )}
      </div>
    </form>
  )
}
