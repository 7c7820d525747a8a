// Where a member adds, orders and removes their own photos, up to as many as a profile holds.
import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText, type Values } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { DialogClose } from '#web/ui/dialogs/ModalDialog.tsx'
import { photoFault } from './photoChecks.ts'
import { PhotoPicker } from './PhotoPicker.tsx'
import { PhotoTile } from './PhotoTile.tsx'
import { toastFault, toastLimit } from './photoToasts.tsx'
import { UploadTile } from './UploadTile.tsx'
import { useFileDrop } from './useFileDrop.ts'
import { movePhoto, usePhotoDrag } from './usePhotoDrag.ts'
import { usePhotos } from './usePhotos.ts'
import styles from './photos.module.css'

type Props = { userId: string; photos: readonly string[]; onBusy: (isBusy: boolean) => void }
type Status = { k: Key<'profile'>; values?: Values } | null

const max = limits.photos

export function PhotosCard({ userId, photos, onBusy }: Props) {
  const { uploads, underWay, count, order: send, remove } = usePhotos(userId, photos)
  const { t } = useText('profile')
  const { hasContentConsent } = useMember()
  const [status, setStatus] = useState<Status>(null)
  const [asking, setAsking] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  const picker = useRef<HTMLButtonElement>(null)
  const isBusy = underWay.some(({ state }) => state !== 'stopped')
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])

  const [known, setKnown] = useState(photos.length)
  if (photos.length !== known) {
    setKnown(photos.length)
    if (photos.length > known) setStatus({ k: 'photo_added', values: { used: photos.length, max } })
  }

  const order = (next: string[], photoId: string) => {
    const number = next.indexOf(photoId) + 1
    setStatus(
      number === 1
        ? { k: 'photo_moved_first' }
        : { k: 'photo_moved', values: { number, count: next.length } },
    )
    send(next).catch((error: unknown) =>
      showToast({ title: 'profile_save_failed', description: <ErrorText failure={error} /> }),
    )
  }
  const { list, order: shown, dragged } = usePhotoDrag(photos, order)

  const choose = async (files: readonly File[]) => {
    const faults = await Promise.all(files.map(photoFault))
    for (const fault of new Set(faults)) if (fault) toastFault(fault)
    const good = files.filter((_, index) => !faults[index])
    const room = Math.max(0, max - count())
    if (good.length > room) toastLimit()
    uploads.add(good.slice(0, room))
  }
  // where the button is held it says why
  const isOver = useFileDrop((files) =>
    hasContentConsent ? void choose(files) : picker.current?.focus(),
  )

  const takeAway = (photoId: string) => {
    const at = photos.indexOf(photoId)
    setLeaving(photoId)
    remove(photoId)
      .then(() => {
        setStatus({ k: 'photo_removed', values: { used: photos.length - 1, max } })
        // the buttons of the photo went with it
        const bins = list.current?.querySelectorAll<HTMLElement>('[data-tool=bin]') ?? []
        const tile = list.current?.querySelector(`[data-photo="${photoId}"]`)
        const next = [...bins].filter((bin) => !tile?.contains(bin))
        regainFocus(next[at] ?? next.at(-1) ?? picker.current, tile)
      })
      .catch((error: unknown) =>
        showToast({ title: 'delete_failed', description: <ErrorText failure={error} /> }),
      )
      .finally(() => setLeaving(null))
  }

  const used = photos.length + underWay.length
  return (
    <Card
      titleId="photos"
      title={<Text ns="profile" k="photos" />}
      className={styles.card}
      data-over={(hasContentConsent && isOver) || undefined}
    >
      <Text as="p" className="soft small" ns="profile" k="photos_text" values={{ max }} />
      {used === 0 && <Text as="p" className={styles.empty} ns="profile" k="photos_empty" />}
      <ol
        ref={list}
        role="list"
        aria-label={t('photos_list')}
        className={`hidden-empty ${styles.grid}`}
      >
        {shown.map((photoId, index) => (
          <PhotoTile
            key={photoId}
            memberId={userId}
            photoId={photoId}
            index={index}
            count={shown.length}
            isDragged={photoId === dragged}
            isLeaving={photoId === leaving}
            onMove={(by) => order(movePhoto(photos, photoId, index + by), photoId)}
            onRemove={() => setAsking(photoId)}
          />
        ))}
        {underWay.map((upload) => (
          <UploadTile
            key={upload.id}
            upload={upload}
            onRetry={() => uploads.retry(upload.id)}
            onDrop={() => {
              uploads.drop(upload.id)
              picker.current?.focus()
            }}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {status && <Text ns="profile" {...status} />}
      </p>
      <div className="row-3 align-center">
        <PhotoPicker
          ref={picker}
          heldBy={hasContentConsent ? undefined : 'photos-held'}
          isFull={used >= max}
          onFull={toastLimit}
          onFiles={(files) => void choose(files)}
        />
        <span className={`tabular soft small ${styles.count}`}>
          <Text ns="profile" k="photos_count" values={{ used, max }} />
        </span>
      </div>
      {!hasContentConsent && (
        <Text as="p" id="photos-held" className="soft small" ns="profile" k="photos_held" />
      )}
      <p className="soft small">
        {hasContentConsent && (
          <span className={styles.dropWords}>
            <Text ns="profile" k={isOver ? 'photos_drop_now' : 'photos_drop'} />{' '}
          </span>
        )}
        <Text ns="profile" k="photos_privacy" />
      </p>
      <RemovePhotoDialog
        isOpen={asking !== null}
        onClose={() => setAsking(null)}
        onRemove={() => asking && takeAway(asking)}
      />
    </Card>
  )
}

type RemoveProps = { isOpen: boolean; onClose: () => void; onRemove: () => void }

function RemovePhotoDialog({ isOpen, onClose, onRemove }: RemoveProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<Text ns="profile" k="remove_title" />}
      description={<Text ns="profile" k="remove_text" />}
      actions={
        <>
          <DialogCancel words={<Text ns="profile" k="remove_keep" />} />
          <DialogClose render={<Button look="danger" />} onClick={onRemove}>
            <Text ns="profile" k="remove_confirm" />
          </DialogClose>
        </>
      }
    />
  )
}
