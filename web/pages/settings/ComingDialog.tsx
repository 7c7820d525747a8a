import type { ReactElement } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx'

type Words = Key<'settings'>
type Props = { trigger: ReactElement; words: Words; title: Words; text: Words }

/** A button whose act is not built yet: it opens a sentence that says so. */
export function ComingDialog({ trigger, words, title, text }: Props) {
  const { t } = useText('shell')
  return (
    <Dialog
      trigger={trigger}
      triggerWords={<Text ns="settings" k={words} />}
      title={<Text ns="settings" k={title} />}
      description={<Text ns="settings" k={text} />}
      closeLabel={t('close')}
      actions={
        <DialogClose render={<Button />}>
          <Text ns="settings" k="understood" />
        </DialogClose>
      }
    />
  )
}
