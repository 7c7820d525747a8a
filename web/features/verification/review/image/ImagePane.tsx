// One side of an identity document in a frame one can look around in, marked with who looked and when.
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { ImageTools } from './ImageTools.tsx'
import { toTransform } from './imageView.ts'
import { useGestures } from './useGestures.ts'
import type { useImage } from './useImage.ts'
import { KeyHint } from '#web/ui/KeyHint.tsx'
import styles from './ImagePane.module.css'

type Props = {
  pane: ReturnType<typeof useImage>
  name: string
  /** The key that opens it. */
  shortcut: string
}

export function ImagePane({ pane, name, shortcut }: Props) {
  const { side, image, view, setView, frame } = pane
  const { t } = useText('review')
  const isOpen = image.phase === 'open'
  useGestures(frame, isOpen ? view : null, setView)

  return (
    <figure
      className={`stack-2 ${styles.pane}`}
      data-side={side}
      aria-busy={image.phase === 'opening'}
    >
      <figcaption className={`bold space-between align-center ${styles.caption}`}>
        <Text as="span" ns="review" k={`side_${side}`} />
        <KeyHint>{shortcut.toUpperCase()}</KeyHint>
      </figcaption>
      <div
        ref={frame}
        // one that is open takes the arrow keys, which a screen reader would keep otherwise
        role={isOpen ? 'application' : 'group'}
        aria-label={t(`side_${side}`)}
        tabIndex={isOpen ? 0 : -1}
        className={`screen-only ${styles.frame}`}
        data-open={isOpen || undefined}
        data-zoomed={view.zoom > 1 || undefined}
      >
        {image.phase === 'open' ? (
          <>
            <img
              src={image.url}
              alt={t('image_of', { side: t(`side_${side}`), name })}
              draggable={false}
              className={styles.image}
              style={{ transform: toTransform(view) }}
              onLoad={pane.note}
              onError={pane.fail}
            />
            <Mark at={image.openedAt} />
          </>
        ) : (
          <Closed pane={pane} shortcut={shortcut} />
        )}
      </div>
      <ImageTools pane={pane} />
      <p role="status" className="visually-hidden">
        {image.phase === 'opening' && t('image_opening', { side: t(`side_${side}`) })}
        {isOpen && t('image_opened', { side: t(`side_${side}`) })}
        {image.phase === 'expired' && t('image_expired')}
      </p>
    </figure>
  )
}

function Closed({ pane: { image, side, open }, shortcut }: Pick<Props, 'pane' | 'shortcut'>) {
  const { t } = useText('review')
  const isExpired = image.phase === 'expired'
  return (
    <div className={`stack-3 soft small ${styles.words}`}>
      {image.phase === 'failed' && (
        <p role="alert" className="danger">
          <Text ns="review" k="image_failed" />{' '}
          {image.failure && <ErrorText failure={image.failure} />}
        </p>
      )}
      <Button
        look="quiet"
        size="s"
        icon={!isExpired && <Icon name="eye" size={18} />}
        pending={image.phase === 'opening'}
        aria-label={`${isExpired ? t('image_expired') : t('open_image')}: ${t(`side_${side}`)}`}
        aria-keyshortcuts={shortcut}
        onClick={() => void open()}
      >
        <Text ns="review" k={isExpired ? 'image_expired' : 'open_image'} />
      </Button>
      {image.phase === 'closed' && (
        <Text as="p" className={styles.hint} ns="review" k="open_image_text" />
      )}
    </div>
  )
}

/** Who looked and when, all over the image: a photograph of the screen carries it too. */
function Mark({ at }: { at: Date }) {
  const { username } = useMember()
  const tongue = useScreenTongue()
  const words = `${username} · ${formatMoment(at, tongue)}`
  return (
    <div className={`tiny bold ${styles.mark}`} aria-hidden="true" lang="">
      {[1, 2, 3, 4, 5, 6, 7].map((row) => (
        <span key={row}>{`${words}   ${words}   ${words}`}</span>
      ))}
    </div>
  )
}
