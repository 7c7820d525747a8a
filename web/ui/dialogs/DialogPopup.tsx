import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef } from 'react'
import styles from './Dialog.module.css'
import type { DialogParts } from './dialogContext.ts'
import { Icon } from '#web/ui/icons/Icon.tsx'

type Props = DialogParts & { isOpen: boolean; onClose: () => void }

/** The window of a `Dialog`. It takes the focus, and returns it when closed to the element that had it. */
export function DialogPopup({
  isOpen,
  onClose,
  title,
  description,
  closeLabel,
  actions,
  size = 'm',
  isRead = false,
  returnTo,
  children,
}: Props) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={styles.scrim} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={styles.popup}
            data-size={size}
            // what one came for before the way out of it, unless that has the focus already
            initialFocus={
              isRead || size === 'desk'
                ? () => !popup.current?.contains(document.activeElement) && popup.current
                : undefined
            }
            finalFocus={returnTo && (() => returnTo() ?? true)}
          >
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description && <Base.Description className="soft">{description}</Base.Description>}
            {children && <div className="hidden-empty stack-4">{children}</div>}
            {actions && <div className={`row-3 ${styles.actions}`}>{actions}</div>}
            <Base.Close
              className={`icon-button ink-on-hover ${styles.close}`}
              aria-label={closeLabel}
            >
              <Icon name="close" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
