import { useEffect, useState } from 'react'
import { formatPercent } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tool } from './PhotoTile.tsx'
import type { PhotoUpload } from './UploadQueue.ts'
import styles from './photos.module.css'

type Props = { upload: PhotoUpload; onRetry: () => void; onDrop: () => void }

/** A photo on its way, how far it is, and what to do when its way broke off. */
export function UploadTile({ upload: { file, state, share }, onRetry, onDrop }: Props) {
  const { t } = useText('profile')
  const tongue = useScreenTongue()
  const preview = usePreview(file)
  const { name } = file
  return (
    <li className={`stack-1 ${styles.tile}`}>
      <div className={styles.frame} data-coming>
        {preview && <img src={preview} alt="" width={320} height={320} />}
        {state === 'stopped' ? (
          <Button
            ref={useFocusHandover}
            look="quiet"
            size="s"
            aria-label={t('upload_retry', { name })}
            onClick={onRetry}
          >
            <Text ns="shell" k="try_again" />
          </Button>
        ) : (
          <progress
            className={styles.progress}
            aria-label={t('upload_progress', { name })}
            // all of it is out: until the answer comes nobody knows how long
            {...(share < 1 && { value: share })}
          />
        )}
      </div>
      <div className={styles.tools}>
        <span className={styles.state} data-stopped={state === 'stopped' || undefined}>
          {state === 'stopped' && <Text ns="profile" k="upload_stopped" />}
          {state === 'waiting' && <Text ns="profile" k="upload_waiting" />}
          {state === 'sending' && formatPercent(share, tongue)}
        </span>
        <Tool
          ref={useFocusHandover}
          icon="close"
          label={t('upload_drop', { name })}
          isOff={false}
          onUse={onDrop}
        />
      </div>
    </li>
  )
}

function usePreview(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const own = URL.createObjectURL(file)
    setUrl(own)
    return () => URL.revokeObjectURL(own)
  }, [file])
  return url
}
