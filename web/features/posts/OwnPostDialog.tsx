// The menu of one's own post: edit it while that is allowed, copy its text, or delete it after being asked.
import { useMutation } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { editDeadline, type Post } from '#contract/posts/posts.ts'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { CopyAct } from '#web/platform/shell/CopyAct.tsx'
import { useNow } from '#web/platform/session/useNow.ts'
import { removePost, savePost } from '#web/platform/talk/ownPosts.ts'
import type { Key } from '#web/text/catalogues.ts'
import { needWords } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { DialogClose } from '#web/ui/dialogs/ModalDialog.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { EditForm } from '#web/features/posts/composer/EditForm.tsx'
import { ofRoom, type TextRule } from '#web/features/posts/composer/PostComposer.tsx'
import styles from '#web/ui/dialogs/Menu.module.css'

/** Those of what can be done with any post. */
const words = needWords(['safety'])

type Props = {
  place: string
  /** Null: nothing can be said there any more. */
  rule: TextRule | null | undefined
  post: Post
  isOpen: boolean
  onClose: () => void
  /** What it is now; null: it is gone. */
  onChanged: (post: Post | null) => void
  returnTo: () => HTMLElement | null
}

const titles = { menu: 'own_title', edit: 'edit_title', delete: 'delete_title' } as const

/** What was written of edits whose window was closed by a slip, by post, while the page is open. */
const unsaved = new Map<string, string>()

/** Edit it, while that is possible, or delete it, which is asked about first. */
export function OwnPostDialog(props: Props) {
  use(words)
  const { place, rule, post, isOpen, onClose, onChanged, returnTo } = props
  const [act, setAct] = useState<keyof typeof titles>('menu')
  /** What is being edited here: another tab or device may change it meanwhile. */
  const [edited, setEdited] = useState(post.text)
  const now = useNow()
  const isEditable = rule !== null && now.getTime() <= editDeadline(post)
  const { outbox } = useOutbox()
  const change = (changed: Post | null) => {
    outbox?.changed(post.id, changed?.text ?? null)
    onChanged(changed)
  }
  const close = (words: Key<'talk'>) => {
    onClose()
    addToast({ title: <Text ns="talk" k={words} />, tone: 'success' })
  }
  const editing = useMutation<Post, CallError, string>({
    mutationFn: (text) => savePost(place, post, text),
    onSuccess(changed, sent) {
      const written = unsaved.get(post.id) ?? sent
      // what was written since then stays, to be saved as well
      if ((rule ?? ofRoom).schema.safeParse(written).data === sent) {
        unsaved.delete(post.id)
        close('saved')
      }
      setEdited(changed.text)
      change(changed)
    },
  })
  const deleting = useMutation<unknown, CallError>({
    mutationFn: () => removePost(place, post),
    onSuccess() {
      close('deleted')
      change(null)
    },
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isBusy={editing.isPending || deleting.isPending}
      title={<Text ns="talk" k={titles[act]} />}
      {...(act === 'delete' && { description: <Text ns="talk" k="delete_text" /> })}
      {...(act === 'edit' && { description: <Text ns="talk" k="edit_until" /> })}
      returnTo={returnTo}
      {...(act === 'delete' && {
        actions: <DeletionActs isPending={deleting.isPending} onDelete={deleting.mutate} />,
      })}
    >
      {act === 'menu' && (
        <ul role="list" className={styles.menu}>
          {isEditable && (
            <li>
              <Button
                look="plain"
                wide
                onClick={() => {
                  setEdited(post.text)
                  setAct('edit')
                }}
              >
                <Text ns="talk" k="edit" />
              </Button>
            </li>
          )}
          <li>
            <CopyAct text={post.text} onDone={onClose} />
          </li>
          <li>
            <Button look="plain" wide className={styles.danger} onClick={() => setAct('delete')}>
              <Text ns="talk" k="delete" />
            </Button>
          </li>
        </ul>
      )}
      {act === 'edit' && (
        <EditForm
          rule={rule ?? undefined}
          text={unsaved.get(post.id) ?? post.text}
          elsewhere={editing.isPending || post.text === edited ? null : post.text}
          onText={(text) => unsaved.set(post.id, text)}
          onCancel={() => unsaved.delete(post.id)}
          isPending={editing.isPending}
          failure={editing.error}
          onSave={editing.mutate}
        />
      )}
      <ErrorNotice failure={deleting.error} />
    </Dialog>
  )
}

type ActsProps = { isPending: boolean; onDelete: () => void }

/** Takes the place of what had the focus, and gives it to what does nothing. */
function DeletionActs({ isPending, onDelete }: ActsProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useOnMount(() => cancel.current?.focus())
  return (
    <>
      <DialogClose render={<Button ref={cancel} look="quiet" />}>
        <Text ns="shell" k="cancel" />
      </DialogClose>
      <Button look="danger" pending={isPending} onClick={() => onDelete()}>
        <Text ns="talk" k="delete" />
      </Button>
    </>
  )
}
