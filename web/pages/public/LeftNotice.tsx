import type { ReactNode } from 'react'
import type { PageNotice } from '#web/platform/api/notice.ts'
import { useText } from '#web/text/useText.ts'
import { Icon } from '#web/ui/icons/Icon.tsx'
import styles from '#web/ui/feedback/Toasts.module.css'

type Props = {
  name: PageNotice
  tone?: 'danger' | 'success'
  title: ReactNode
  text: ReactNode
}

/** What the app leaves to be said here looks like the toast it would have been; `static/notice.ts` shows it. */
export function LeftNotice({ name, tone = 'danger', title, text }: Props) {
  const { t } = useText('shell')
  return (
    <template data-notice={name}>
      <section className={`screen-only ${styles.viewport}`} aria-label={t('notifications')}>
        <div className={styles.toast} data-tone={tone}>
          <Icon name={tone === 'danger' ? 'warning' : 'check'} />
          <div className={styles.words} role={tone === 'danger' ? 'alert' : 'status'}>
            <h2 className={styles.title}>{title}</h2>
            <p className="soft small">{text}</p>
          </div>
          <button type="button" className={`icon-button ${styles.close}`} aria-label={t('close')}>
            <Icon name="close" size={18} />
          </button>
        </div>
      </section>
    </template>
  )
}
