// Where a member whose Premium ended chooses the rooms that keep their place; the others rest.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { keepRooms, listRooms, type Room } from '#contract/rooms/rooms.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { takesPlace } from './refusedEntry.ts'
import styles from './RestingRooms.module.css'

type Props = {
  /** All the member belongs to, resting or not. */
  rooms: readonly Room[]
  onClose: () => void
  onSaved: (names: readonly string[]) => void
}

const LIMIT = limits.freePlanRooms

/** Any number can be ticked, so that nothing has to be unticked first; too many cannot be saved. */
export function ChooseRooms({ rooms, onClose, onSaved }: Props) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(() => rooms.filter(takesPlace).map(({ slug }) => slug))
  const [isTooMany, setTooMany] = useState(false)
  const saving = useMutation<unknown, CallError, string[]>({
    mutationFn: async (slugs) => {
      await call(keepRooms, { body: { slugs } })
      await client.invalidateQueries({ queryKey: query(listRooms, {}).queryKey })
    },
    onSuccess(_, slugs) {
      onSaved(rooms.filter(({ slug }) => slugs.includes(slug)).map(({ name }) => name))
      onClose()
    },
  })
  const toggle = (slug: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, slug] : chosen.filter((one) => one !== slug)
    setChosen(next)
    if (next.length <= LIMIT) setTooMany(false)
  }
  const save = () => {
    setTooMany(chosen.length > LIMIT)
    if (chosen.length <= LIMIT) saving.mutate(chosen)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={saving.isPending}
      title={<Text ns="billing" k="rest_dialog_title" />}
      description={<Text ns="billing" k="rest_dialog_text" values={{ limit: LIMIT }} />}
      actions={
        <>
          <DialogCancel />
          <Button pending={saving.isPending} onClick={save}>
            <Text ns="billing" k="rest_save" />
          </Button>
        </>
      }
    >
      <fieldset className={styles.rooms}>
        <Text as="legend" className="visually-hidden" ns="billing" k="rest_rooms" />
        {rooms.map(({ slug, name, entryRefusal }) => (
          <Checkbox
            key={slug}
            label={<span lang="de">{name}</span>}
            hint={entryRefusal && <ErrorText failure={{ code: entryRefusal }} />}
            checked={chosen.includes(slug)}
            onChange={({ target }) => toggle(slug, target.checked)}
          />
        ))}
      </fieldset>
      <p role="status" className="soft small">
        <Text ns="billing" k="rest_chosen" values={{ chosen: chosen.length, limit: LIMIT }} />
      </p>
      {(isTooMany || saving.error) && (
        <Notice tone="danger" title={<Text ns="billing" k="rest_failed" />}>
          <ErrorText failure={isTooMany ? { code: 'rooms_to_keep' } : saving.error} />
        </Notice>
      )}
    </Dialog>
  )
}
