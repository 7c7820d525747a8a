import { useRef, useState, type ReactNode } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import type { Paged } from './usePages.ts'
import styles from './lists.module.css'

type Props = {
  wanted: string
  /** What was found, to be read out. */
  list: Pick<Paged<unknown>, 'lines' | 'hasMore'>
  onSearch: (words: string) => void
  /** Characters. */
  longest: number
  words: { field: ReactNode; search: ReactNode; clear: ReactNode }
}

/** Finds lines of a list. */
export function SearchBar({ wanted, list, onSearch, longest, words }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(wanted)
  // looked for by the way back, or no longer
  const [known, setKnown] = useState(wanted)
  if (wanted !== known) {
    setKnown(wanted)
    setTyped(wanted)
  }
  return (
    <form
      role="search"
      className={`row-3 ${styles.search}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Field label={words.field}>
        <TextInput
          ref={field}
          type="search"
          autoComplete="off"
          maxLength={longest}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button type="submit" look="quiet">
        {words.search}
      </Button>
      {wanted && (
        <Button
          look="plain"
          onClick={() => {
            onSearch('')
            field.current?.focus()
          }}
        >
          {words.clear}
        </Button>
      )}
      <p role="status" className="visually-hidden">
        {wanted && list.lines && <Found count={list.lines.length} hasMore={list.hasMore} />}
      </p>
    </form>
  )
}

function Found({ count, hasMore }: { count: number; hasMore: boolean }) {
  if (count === 0) return <Text ns="desk" k="found_none" />
  return <Text ns="desk" k={hasMore ? 'found_more' : 'found'} values={{ count }} />
}
