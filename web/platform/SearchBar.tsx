import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './SearchBar.module.css'

type Props = {
  wanted: string
  onSearch: (words: string) => void
  /** Characters. */
  longest: number
  words: { field: ReactNode; search: ReactNode; clear: ReactNode }
}

/** Finds lines of a list. */
export function SearchBar({ wanted, onSearch, longest, words }: Props) {
  const [typed, setTyped] = useState(wanted)
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Field label={words.field}>
        <TextInput
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
        <Button look="plain" onClick={() => onSearch('')}>
          {words.clear}
        </Button>
      )}
    </form>
  )
}
