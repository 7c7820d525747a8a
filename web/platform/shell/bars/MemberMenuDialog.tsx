import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import styles from './MemberMenuDialog.module.css'
import { useMember } from '#web/platform/session/session.ts'
import { useHiding } from '#web/platform/discretion/useHiding.ts'

type Props = {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  returnTo: () => HTMLElement | null
}

/** Hides at once: what it does can be undone from the notice that stands on every screen from then on. */
export function MemberMenuDialog({ isOpen, onOpenChange, returnTo }: Props) {
  const { t } = useText('shell')
  const { isHidden } = useMember()
  const hiding = useHiding()
  const change = (open: boolean) => {
    hiding.reset()
    onOpenChange(open)
  }
  const told = () => {
    change(false)
    addToast({
      title: <Text ns="pacing" k={isHidden ? 'shown_done' : 'hidden_done'} />,
      tone: 'success',
    })
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      title={<Text ns="shell" k="menu" />}
      closeLabel={t('close')}
      returnTo={returnTo}
    >
      <Button
        wide
        look={isHidden ? 'quiet' : 'primary'}
        icon={<Icon name={isHidden ? 'eye' : 'eyeClosed'} />}
        pending={hiding.isPending}
        aria-describedby={isHidden ? undefined : 'hide-now'}
        onClick={() => hiding.mutate(!isHidden, { onSuccess: told })}
      >
        <Text ns="pacing" k={isHidden ? 'show' : 'hide'} />
      </Button>
      {!isHidden && (
        <p id="hide-now" className={styles.soft}>
          <Text ns="pacing" k="hide_text" />
        </p>
      )}
      <ErrorNotice failure={hiding.error} />
      <ul role="list" className={styles.ways}>
        {(['profile', 'settings'] as const).map((to) => (
          <li key={to}>
            <Button
              look="plain"
              wide
              render={<Link to={paths[to]} />}
              onClick={() => onOpenChange(false)}
            >
              <Text ns="rooms" k={`to_${to}`} />
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
