import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Toasts.module.css'

export type ToastTone = 'info' | 'success' | 'danger'

const manager = Toast.createToastManager()

type Content = { title: ReactNode; description?: ReactNode; tone: ToastTone }

/** Shows a toast from anywhere. Refusals interrupt a screen reader, everything else waits its turn. */
export function addToast({ title, description, tone }: Content): void {
  manager.add({
    title,
    description,
    type: tone,
    timeout: tone === 'danger' ? 10_000 : 6_000,
  })
}

type Words = { region: string; close: string }

/** Where toasts appear; once, around the app. */
export function ToastRegion({ words, children }: { words: Words; children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={words.region}>
          <List close={words.close} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List({ close }: { close: string }) {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={styles.toast}
      data-tone={toast.type}
      swipeDirection={['right', 'down']}
    >
      <Icon
        name={toast.type === 'danger' ? 'warning' : toast.type === 'success' ? 'check' : 'info'}
      />
      {/* Base UI's own high priority hides the toast, with a button that can still be reached */}
      <div className={styles.words} {...(toast.type === 'danger' && { role: 'alert' })}>
        <Toast.Title className={styles.title} />
        <Toast.Description className={styles.description} />
      </div>
      <Toast.Close className={styles.close} aria-label={close}>
        <Icon name="close" size={18} />
      </Toast.Close>
    </Toast.Root>
  ))
}
