import type { MouseEvent } from 'react'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useHiding } from './useHiding.ts'
import styles from './HiddenNotice.module.css'

/** Stands on every screen while a member is hidden by their own wish. */
export function HiddenNotice() {
  const { t } = useText('shell')
  const { mutateAsync, isPending, error } = useHiding()
  const show = async ({ currentTarget }: MouseEvent) => {
    const notice = currentTarget.closest('aside')
    await mutateAsync(false)
    showToast({ title: 'shown_again', tone: 'success' })
    regainFocus(document.querySelector('main'), notice)
  }
  return (
    <aside className={`toolbar ${styles.notice}`} aria-label={t('hidden')}>
      <Icon name="eyeClosed" />
      <p>
        <Text as="strong" ns="shell" k="hidden" /> <Text ns="shell" k="hidden_text" />
      </p>
      <Button
        look="quiet"
        size="s"
        pending={isPending}
        onClick={(event) => void show(event).catch(() => {})}
      >
        <Text ns="shell" k="show_again" />
      </Button>
      <p role="alert" className={`hidden-empty ${styles.failure}`}>
        {error && <ErrorText failure={error} />}
      </p>
    </aside>
  )
}
