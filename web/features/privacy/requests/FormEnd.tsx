import type { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { explainOvertaken } from './whatIsOver.ts'
import styles from './rights.module.css'

type Props = {
  words: Key<'rights'>
  form: { failure: CallError | null; isPending: boolean }
  onClose: () => void
}

/** What keeps a form from being sent, if anything, and its buttons. */
export const FormEnd = ({ words, form: { failure, isPending }, onClose }: Props) => (
  <>
    {failure && !explainOvertaken(failure) && <ErrorNotice failure={failure} />}
    <div className={styles.acts}>
      <Button type="submit" pending={isPending}>
        <Text ns="rights" k={words} />
      </Button>
      <Button look="plain" onClick={onClose}>
        <Text ns="shell" k="cancel" />
      </Button>
    </div>
  </>
)
