// How long words stay at a table, in which order they are read, and what one noted of the other.
import { useRef, useState, type ReactNode } from 'react'
import type { Table } from '#contract/tables/tables.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useSaved } from '#web/platform/forms/useSaved.ts'
import { useNewestLast } from '#web/platform/lists/newestLast.ts'
import { putNewestLast } from '#web/platform/lists/newestLast.choice.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { useSetForgetting } from './useActs.ts'
import styles from './tables.module.css'

type Props = {
  table: Table
  /** What one noted of the other. */
  note: ReactNode
}

export function TableMenu({ table, note }: Props) {
  const { t } = useText('tables')
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const forgetting = useSaved(isWanted(table), useSetForgetting(table))
  const isNewestLast = useNewestLast()
  return (
    <>
      <MoreButton ref={opener} label={t('about')} isOpen={isOpen} onClick={() => setOpen(true)} />
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={<Text ns="tables" k="about" />}
        returnTo={() => opener.current}
      >
        {note}
        <ul role="list" className="stack-2">
          {table.state === 'open' && (
            <li>
              <Checkbox
                label={<Text ns="tables" k="forgetting" />}
                hint={<Text ns="tables" k="forgetting_hint" />}
                checked={forgetting.value}
                onChange={({ target }) => forgetting.change(target.checked)}
              />
              <ErrorNotice failure={forgetting.failure} />
            </li>
          )}
          <li>
            <Checkbox
              label={<Text ns="about" k="newest_last" />}
              checked={isNewestLast}
              onChange={({ target }) => putNewestLast(target.checked)}
            />
          </li>
        </ul>
      </Dialog>
    </>
  )
}

const isWanted = ({ forgetting }: Table) => forgetting === 'wanted' || forgetting === 'on'

/** Above the talk, where one of the two or both want its words to go. */
export function ForgettingLine({ table }: { table: Table }) {
  const { t } = useText('tables')
  const set = useSetForgetting(table)
  const agreeing = useSaved(isWanted(table), set)
  const { forgetting, other, state } = table
  if (forgetting === 'off' || state !== 'open') return null
  const username = other?.username ?? t('somebody')
  return (
    <div className={`toolbar-1 soft small ${styles.note}`}>
      <MemberIcon name="clock" size={18} />
      <p role="status">
        <Text ns="tables" k={`forgetting_${forgetting}`} values={{ username }} />
      </p>
      {forgetting === 'asked' && (
        <Button
          ref={useFocusHandover}
          look="plain"
          size="s"
          pending={agreeing.isSaving}
          onClick={() => agreeing.change(true)}
        >
          <Text ns="tables" k="forget_too" />
        </Button>
      )}
      <ErrorNotice failure={agreeing.failure} />
    </div>
  )
}
