import type { Key } from '#web/text/catalogues.ts'
import { Text, type Values } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { unlessGone } from './unlessGone.ts'

type Words = Record<'title' | 'text' | 'keep' | 'go', Key<'security'>>
type Props = {
  isOpen: boolean
  onClose: () => void
  words: Words
  values?: Values
  act: () => Promise<unknown>
  onDone: () => void
  /** Who gets the focus after it was done, because what was pressed is gone by then. */
  returnTo: () => HTMLElement | null
}

/** Asks before something that is not easily had back, and does it in front of the question. */
export function Confirmation({ isOpen, onClose, words, values, act, onDone, returnTo }: Props) {
  const { run, isPending, failure, forget, proof } = useAct()
  const render = (k: Key<'security'>) => <Text ns="security" k={k} {...(values && { values })} />
  const close = () => {
    forget()
    onClose()
  }
  const go = async () => {
    if (!(await run(() => act().catch(unlessGone)))) return
    close()
    onDone()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      isBusy={isPending}
      title={render(words.title)}
      description={render(words.text)}
      returnTo={returnTo}
      actions={
        <>
          <DialogCancel words={render(words.keep)} />
          <Button look="danger" pending={isPending} onClick={() => void go()}>
            {render(words.go)}
          </Button>
        </>
      }
    >
      <ErrorNotice failure={failure} />
      {proof}
    </Dialog>
  )
}
