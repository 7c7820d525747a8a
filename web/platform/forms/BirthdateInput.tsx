import {
  useRef,
  type ClipboardEvent,
  type ComponentPropsWithRef,
  type FocusEvent,
  type FormEvent,
  type SyntheticEvent,
} from 'react'
import { TextInput } from '#web/ui/fields/Field.tsx'
import { rewrite } from '#web/ui/fields/writeInto.ts'
import { maskBirthdate, readDate } from './birthdate.mask.ts'

type Props = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'onBlur'> & {
  onChange?: (event: SyntheticEvent<HTMLInputElement>) => unknown
  onBlur?: (event: FocusEvent<HTMLInputElement>) => unknown
}

/** `TT.MM.JJJJ`, typed with or without dots, pasted or filled in by the browser in any common form. */
export function BirthdateInput({ onChange, onBlur, ...props }: Props) {
  const before = useRef('')

  const put = (input: HTMLInputElement, text: string, caret: number) => {
    before.current = text
    // setting an unchanged value would still move the caret to the end
    if (input.value === text) return
    // who has left the field is not led back to it
    if (input === document.activeElement) rewrite(input, text)
    else input.value = text
    input.setSelectionRange(caret, caret)
  }

  const typed = (event: FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const { text, caret } = maskBirthdate(
      before.current,
      input.value,
      input.selectionStart ?? input.value.length,
    )
    put(input, text, caret)
  }

  // a whole date replaces what stands there, wherever the caret was
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const date = readDate(event.clipboardData.getData('text'))
    if (!date) return
    event.preventDefault()
    put(event.currentTarget, date, date.length)
    onChange?.(event)
  }

  const left = (event: FocusEvent<HTMLInputElement>) => {
    const date = readDate(event.currentTarget.value)
    if (date) put(event.currentTarget, date, date.length)
    onBlur?.(event)
  }

  return (
    <TextInput
      inputMode="numeric"
      autoComplete="bday"
      spellCheck={false}
      {...props}
      onFocus={(event) => void (before.current = event.currentTarget.value)}
      onPaste={pasted}
      onChange={(event) => {
        // what an input method is still writing would come once more, beside what stands there
        if (!(event.nativeEvent as InputEvent).isComposing) typed(event)
        onChange?.(event)
      }}
      onCompositionEnd={(event) => {
        typed(event)
        onChange?.(event)
      }}
      onBlur={left}
    />
  )
}
