import { useRef, type ChangeEvent } from 'react'
import type { Side } from '#contract/verification/verification.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { acceptedTypes, photographed } from './fileRules.ts'
import styles from './SideSlot.module.css'

type Props = {
  /** Of the input that takes a file from the device. */
  id: string
  side: Side
  isPending: boolean
  isLocked: boolean
  isReplacing: boolean
  onPick: (file: File) => void
}

/** The two ways to a file: choosing one or, on a device that is held in the hand, its camera. */
export function FilePicker({ id, side, isPending, isLocked, isReplacing, onPick }: Props) {
  const { t } = useText('verify')
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    // or choosing the same one again would be no change
    target.value = ''
    if (chosen) onPick(chosen)
  }
  return (
    <>
      <Button
        size="s"
        look="quiet"
        pending={isPending}
        aria-disabled={isLocked || isPending}
        onClick={() => !isLocked && file.current?.click()}
      >
        <Text ns="verify" k={isReplacing ? 'pick_instead' : 'pick'} />
      </Button>
      <Button
        size="s"
        look="quiet"
        className={styles.camera}
        aria-disabled={isLocked || isPending}
        onClick={() => !isLocked && !isPending && camera.current?.click()}
      >
        <Text ns="verify" k="camera" />
      </Button>
      <input
        ref={file}
        id={id}
        hidden
        disabled={isLocked || isPending}
        type="file"
        accept={acceptedTypes(side)}
        aria-label={t(`pick_${side}`)}
        onChange={picked}
      />
      <input
        ref={camera}
        hidden
        type="file"
        accept={photographed}
        capture={side === 'selfie' ? 'user' : 'environment'}
        aria-label={t(`camera_${side}`)}
        onChange={picked}
      />
    </>
  )
}
