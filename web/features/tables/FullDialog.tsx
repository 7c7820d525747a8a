import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { useTables } from './useTables.ts'

type Props = {
  member: { username: string }
  isPending: boolean
  onChoose: (tableId: string) => void
  onClose: () => void
  returnTo: () => HTMLElement | null
}

/** One sits at as many tables as one can: which of them ends for this one? */
export function FullDialog({ member, isPending, onChoose, onClose, returnTo }: Props) {
  const { t } = useText('tables')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      isBusy={isPending}
      title={<Text ns="tables" k="full_title" />}
      description={<Text ns="tables" k="full_text" values={{ username: member.username }} />}
      returnTo={returnTo}
      actions={<DialogCancel />}
    >
      <QueryView query={useTables()} isPart failed={<Text ns="tables" k="failed" />}>
        {({ tables }) => (
          <ul role="list" className="stack-2">
            {tables
              .filter(({ state }) => state === 'open' || state === 'waiting')
              .map(({ id, other }) => (
                <li key={id}>
                  <Button look="quiet" wide disabled={isPending} onClick={() => onChoose(id)}>
                    <Text
                      ns="tables"
                      k="full_choose"
                      values={{ username: other?.username ?? t('somebody') }}
                    />
                  </Button>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  )
}
