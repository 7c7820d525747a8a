// What one can do about a member from their page: report, mute or block them.
import { useState, type RefObject } from 'react'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import menu from '#web/ui/dialogs/Menu.module.css'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { MuteAct } from './MuteAct.tsx'
import { PutAwayDialog } from './PutAwayDialog.tsx'

type Props = {
  member: { id: string; username: string }
  onReport: () => void
  onBlocked: () => void
  /** Set to what opens it, where the focus comes back to. */
  opener: RefObject<HTMLButtonElement | null>
}

export function MemberMenu({ member, onReport, onBlocked, opener }: Props) {
  const { t } = useText('safety')
  const [shown, setShown] = useState<'menu' | 'block' | 'mute' | null>(null)
  const { username } = member
  const close = (open: boolean) => open || setShown(null)
  return (
    <>
      <MoreButton
        ref={opener}
        look="quiet"
        label={t('member_menu', { username })}
        isOpen={shown === 'menu'}
        onClick={() => setShown('menu')}
      />
      <Dialog
        open={shown === 'menu'}
        onOpenChange={close}
        title={<Text ns="safety" k="member_menu" values={{ username }} />}
        returnTo={() => (shown === null ? opener.current : null)}
      >
        <ul role="list" className={menu.menu}>
          <li>
            <Button
              look="plain"
              wide
              onClick={() => {
                setShown(null)
                onReport()
              }}
            >
              <Text ns="safety" k="report" />
            </Button>
          </li>
          <MuteAct
            member={member}
            onMute={() => setShown('mute')}
            onUnmuted={() => setShown(null)}
          />
          <li>
            <Button look="plain" wide className={menu.danger} onClick={() => setShown('block')}>
              <Text ns="safety" k="block" values={{ username }} />
            </Button>
          </li>
        </ul>
      </Dialog>
      <PutAwayDialog
        what="mute"
        {...member}
        isOpen={shown === 'mute'}
        onOpenChange={close}
        returnTo={() => opener.current}
      />
      <BlockDialog
        member={member}
        isOpen={shown === 'block'}
        onOpenChange={close}
        onBlocked={onBlocked}
        returnTo={() => opener.current}
      />
    </>
  )
}
