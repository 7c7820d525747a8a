import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './security.module.css'

type Props = { words: Key<'security'>; isPending: boolean; onCancel: () => void }

/** What a form that has unfolded ends with. */
export const FormActs = ({ words, isPending, onCancel }: Props) => (
  <div className={styles.acts}>
    <Button type="submit" pending={isPending}>
      <Text ns="security" k={words} />
    </Button>
    <Button look="quiet" onClick={onCancel}>
      <Text ns="security" k="cancel" />
    </Button>
  </div>
)
