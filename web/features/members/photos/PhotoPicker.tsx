import { useRef, type Ref } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PictureIcon, type PictureIconName } from '#web/ui/icons/PictureIcon.tsx'
import { cameraTypes, photoTypes } from './photoChecks.ts'
import styles from './photos.module.css'

type Props = {
  /** The id of what says why no photo can be added yet. */
  heldBy: string | undefined
  isFull: boolean
  /** Called instead of opening the picker when there is no place left. */
  onFull: () => void
  onFiles: (files: File[]) => void
  ref: Ref<HTMLButtonElement>
}

/** The ways a photo comes in by hand: from the device, and on a phone straight from its camera. */
export function PhotoPicker({ heldBy, isFull, onFull, onFiles, ref }: Props) {
  const ways = { heldBy, isFull, onFull, onFiles }
  return (
    <div className="row-3">
      <Way {...ways} words="photos_pick" icon="image" buttonRef={ref} />
      <Way {...ways} words="photos_camera" icon="camera" isCamera />
    </div>
  )
}

type WayProps = Omit<Props, 'ref'> & {
  words: Key<'profile'>
  icon: PictureIconName
  isCamera?: boolean
  buttonRef?: Ref<HTMLButtonElement>
}

function Way({
  heldBy,
  isFull,
  onFull,
  onFiles,
  words,
  icon,
  isCamera = false,
  buttonRef,
}: WayProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={isCamera ? styles.camera : undefined}>
      <Button
        look="quiet"
        icon={<PictureIcon name={icon} />}
        aria-disabled={heldBy ? true : undefined}
        aria-describedby={heldBy}
        onClick={() => !heldBy && (isFull ? onFull() : input.current?.click())}
        {...(buttonRef && { ref: buttonRef })}
      >
        <Text ns="profile" k={words} />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={isCamera ? cameraTypes : photoTypes}
        {...(isCamera ? { capture: 'user' } : { multiple: true })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // or the same file could not be picked again
          currentTarget.value = ''
          onFiles(files)
        }}
      />
    </span>
  )
}
