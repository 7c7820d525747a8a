import { useRef, useState } from 'react'
import { CopyAct } from '#web/platform/shell/CopyAct.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { useWindow } from '#web/ui/behaviour/useWindow.ts'
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
  const isTouched = useWindow('(pointer: coarse)')
  /** What is pressed at the post itself once the window is gone. */
  const chosen = useRef<HTMLElement>(null)
  const goBack = () => {
    const act = chosen.current
    chosen.current = null
    // by then the focus is back, and goes on from there
    if (act) requestAnimationFrame(() => act.click())
    return returnTo()
  }
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
        returnTo={() => (isBlocking ? null : goBack())}
      >
        {isTouched && (
          <p className={styles.said} lang="" dir="auto">
            {post.text}
          </p>
        )}
        <ul role="list" className={styles.acts}>
          {isTouched &&
            actsAt(returnTo()).map(({ k, button }) => (
              <li key={k}>
                <Button
                  look="plain"
                  wide
                  onClick={() => {
                    chosen.current = button
                    onOpenChange(false)
                  }}
                >
                  <Text ns="posts" k={k} />
                </Button>
              </li>
            ))}
          <li>
            <CopyAct text={post.text} onDone={() => onOpenChange(false)} />
          </li>
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

/** What stands at the post for one press, and is offered to a finger here as well. */
function actsAt(opener: HTMLElement | null) {
  const post = opener?.closest('article')
  return KEYS.flatMap(({ k, key }) => {
    const button = post?.querySelector<HTMLElement>(`[data-key="${key}"]`)
    return button && button.getAttribute('aria-pressed') !== 'true' ? [{ k, button }] : []
  })
}

const KEYS = [
  { k: 'reply', key: 'r' },
  { k: 'wave', key: 'w' },
] as const
