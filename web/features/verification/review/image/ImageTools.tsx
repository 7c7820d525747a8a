import { formatPercent } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { PictureIcon, type PictureIconName } from '#web/ui/icons/PictureIcon.tsx'
import { fitView, turnView, zoomView, type View } from './imageView.ts'
import type { useImage } from './useImage.ts'
import styles from './ImagePane.module.css'

type Tool = { words: Key<'review'>; icon: PictureIconName | null; act: (view: View) => View }

const ZOOM = 1.5

/** What can be done with an image, by its key. */
export const tools: Record<'-' | '0' | '+' | 'r', Tool> = {
  '-': { words: 'zoom_out', icon: 'minus', act: (view) => zoomView(view, 1 / ZOOM) },
  '0': { words: 'zoom_fit', icon: null, act: fitView },
  '+': { words: 'zoom_in', icon: 'plus', act: (view) => zoomView(view, ZOOM) },
  r: { words: 'turn', icon: 'turn', act: turnView },
}
// a key that is a number would come first
const ORDER = ['-', '0', '+', 'r'] as const

export function ImageTools({ pane }: { pane: ReturnType<typeof useImage> }) {
  const { t } = useText('review')
  const tongue = useScreenTongue()
  const isOff = pane.image.phase !== 'open'
  return (
    <div className={styles.tools}>
      {ORDER.map((key) => {
        const { words, icon, act } = tools[key]
        return (
          <button
            key={key}
            type="button"
            className={styles.tool}
            disabled={isOff}
            aria-label={icon ? `${t(words)}: ${t(`side_${pane.side}`)}` : undefined}
            aria-keyshortcuts={key}
            title={t(words)}
            onClick={() => pane.setView(act)}
          >
            {icon ? (
              <PictureIcon name={icon} size={18} />
            ) : (
              <>
                <Text as="span" className="visually-hidden" ns="review" k={words} />
                <span className={styles.zoom}>{formatPercent(pane.view.zoom, tongue)}</span>
              </>
            )}
          </button>
        )
      })}
    </div>
  )
}
