import type { Notice } from '#web/platform/notice.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from '#web/ui/Toasts.module.css'

/** What the app leaves to be said here looks like the toast it would have been; `static/notice.ts` shows it. */
export function LeftNotice({ name }: { name: Notice }) {
  const { t } = useText('shell')
  return (
    <template data-notice={name}>
      <section className={styles.viewport} aria-label={t('notifications')}>
        <div className={styles.toast} data-tone="danger">
          <Icon name="warning" />
          <div className={styles.words} role="alert">
            <h2 className={styles.title}>
              <Text ns="toast" k={name} />
            </h2>
            <p className={styles.description}>
              <Text ns="toast" k={`${name}_detail`} />
            </p>
          </div>
          <button type="button" className={styles.close} aria-label={t('close')}>
            <Icon name="close" size={18} />
          </button>
        </div>
      </section>
    </template>
  )
}
