import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ErrorText } from './ErrorText.tsx'
import { useHiding } from './useHiding.ts'
import styles from './HiddenNotice.module.css'

/** Stands on every screen while a member is hidden by their own wish. */
export function HiddenNotice() {
  const { t } = useText('shell')
  const { mutate, isPending, error } = useHiding()
  return (
    <aside className={styles.notice} aria-label={t('hidden')}>
      <Icon name="eyeClosed" />
      <p>
        <strong>
          <Text ns="shell" k="hidden" />
        </strong>{' '}
        <Text ns="shell" k="hidden_text" />
      </p>
      <Button look="quiet" size="s" pending={isPending} onClick={() => mutate(false)}>
        <Text ns="shell" k="show_again" />
      </Button>
      <p role="alert" className={styles.failure}>
        {error && <ErrorText failure={error} />}
      </p>
    </aside>
  )
}
