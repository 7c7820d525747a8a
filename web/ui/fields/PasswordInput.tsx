import { useState, type ComponentPropsWithRef } from 'react'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { TextInput } from './Field.tsx'
import styles from './PasswordInput.module.css'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  words: { show: string; hide: string }
}

export function PasswordInput({ words, ...props }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.frame}>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={styles.input}
      />
      <button
        type="button"
        className={`ink-on-hover ${styles.toggle}`}
        aria-label={shown ? words.hide : words.show}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eyeClosed' : 'eye'} />
      </button>
    </div>
  )
}
