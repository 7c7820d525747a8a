import { useState, type ReactNode, type RefObject } from 'react'
import { Select } from '#web/ui/fields/Field.tsx'
import { rewrite } from '#web/ui/fields/writeInto.ts'

type Props = {
  label: string
  sentences: readonly string[]
  /** Of the sentences, where it is not that of the screen. */
  lang?: string
  /** What they are put into. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Said before the sentence that was put in. */
  said: ReactNode
  className?: string | undefined
}

/**
 * Sentences to begin a text with. Until the list is left, one that is chosen makes way for the next, and the focus
 * stays: whoever goes through it by the arrow keys chooses each on the way.
 */
export function ReadySentences({ label, sentences, lang, field, said, className }: Props) {
  const [chosen, choose] = useState('')
  const put = (list: HTMLSelectElement, text: HTMLTextAreaElement) => {
    const { value } = list
    const before = text.value.endsWith(chosen)
      ? text.value.slice(0, text.value.length - chosen.length)
      : text.value
    rewrite(text, [before.trim(), value].filter(Boolean).join(' '))
    // what is written goes by way of the field, which takes the focus
    list.focus({ preventScroll: true })
    choose(value)
  }
  return (
    <>
      <Select
        aria-label={label}
        value={chosen}
        className={className}
        onChange={({ target }) => field.current && put(target, field.current)}
        onBlur={() => choose('')}
      >
        <option value="">{label}</option>
        {sentences.map((one) => (
          <option key={one} lang={lang}>
            {one}
          </option>
        ))}
      </Select>
      <p role="status" className="visually-hidden">
        {chosen && (
          <>
            {said} <span lang={lang}>{chosen}</span>
          </>
        )}
      </p>
    </>
  )
}
