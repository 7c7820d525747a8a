import { useState } from 'react'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { BlockDialog } from './BlockDialog.tsx'
import type { MenuPost } from './PostMenu.tsx'
import styles from './blocks.module.css'
import { useHide } from './useSafety.ts'
import { useTelling } from './useTelling.tsx'

type Props = {
  post: MenuPost
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  onReport: ((post: MenuPost) => void) | undefined
  returnTo: () => HTMLElement | null
}

export function PostMenuDialog({ post, isOpen, onOpenChange, onReport, returnTo }: Props) {
  const { t } = useText('shell')
  const [isBlocking, setBlocking] = useState(false)
  const hide = useHide()
  const tell = useTelling()
  const { author } = post
  const change = (open: boolean) => {
    hide.reset()
    onOpenChange(open)
  }
  const putAway = async () => {
    if (!(await tell(hide.mutateAsync(post.id), <Text ns="safety" k="hide_failed" />))) return
    onOpenChange(false)
    addToast({
      title: <Text ns="safety" k="hidden" />,
      description: <Text ns="safety" k="hidden_text" />,
      tone: 'success',
    })
  }
  return (
    <>
      <Dialog
        open={isOpen && !isBlocking}
        onOpenChange={change}
        isBusy={hide.isPending}
        title={<Text ns="safety" k="menu" values={{ username: author.username }} />}
        closeLabel={t('close')}
        returnTo={() => (isBlocking ? null : returnTo())}
      >
        <ul role="list" className={styles.acts}>
          <li>
            <Button look="plain" wide pending={hide.isPending} onClick={() => void putAway()}>
              <Text ns="safety" k="hide" />
            </Button>
          </li>
          {onReport && (
            <li>
              <Button
                look="plain"
                wide
                onClick={() => {
                  onOpenChange(false)
                  onReport(post)
                }}
              >
                <Text ns="safety" k="report" />
              </Button>
            </li>
          )}
          <li>
            <Button look="plain" wide className={styles.danger} onClick={() => setBlocking(true)}>
              <Text ns="safety" k="block" values={{ username: author.username }} />
            </Button>
          </li>
        </ul>
        <ErrorNotice failure={hide.error} />
      </Dialog>
      <BlockDialog
        member={author}
        isOpen={isOpen && isBlocking}
        onOpenChange={(open) => {
          setBlocking(open)
          if (!open) onOpenChange(false)
        }}
        returnTo={returnTo}
      />
    </>
  )
}
