import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './money.module.css'

type Props = { wanted: string; onSearch: (words: string) => void }

export function SearchBar({ wanted, onSearch }: Props) {
  const [words, setWords] = useState(wanted)
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(words.trim())
      }}
    >
      <Field label={<Text ns="money" k="search" />}>
        <TextInput
          type="search"
          autoComplete="off"
          maxLength={100}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      <Button type="submit" look="quiet">
        <Text ns="money" k="search_do" />
      </Button>
      {wanted && (
        <Button look="plain" onClick={() => onSearch('')}>
          <Text ns="money" k="search_clear" />
        </Button>
      )}
    </form>
  )
}
