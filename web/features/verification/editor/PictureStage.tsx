// A picture of an identity document with everything that lies on it, as it will be burned in.
import { useEffect, useId, useRef } from 'react'
import { Text } from '#web/text/Text.tsx'
import { drawTurned, type BurntPicture } from './burnIn.ts'
import { toPercent, type Box, type Size } from './boxes.ts'
import { EditBox } from './EditBox.tsx'
import { findBox, withTarget, type Edit, type EditTarget } from './edit.ts'
import styles from './PictureEditor.module.css'
import { useDrag, type Tool } from './useDrag.ts'

type Props = {
  picture: BurntPicture
  edit: Edit
  tool: Tool
  selected: EditTarget | null
  onSelect: (target: EditTarget) => void
  /** Changes with the same step follow one another as one. */
  onChange: (edit: Edit, step?: string) => void
  onRemove: (target: EditTarget) => void
}

export function PictureStage({
  picture,
  edit,
  tool,
  selected,
  onSelect,
  onChange,
  onRemove,
}: Props) {
  const { shown, props } = useDrag({ edit, tool, onSelect, onChange })
  const { turns, size, crop, blackened } = shown
  const canvas = useRef<HTMLCanvasElement>(null)
  const help = useId()
  useEffect(() => {
    if (canvas.current) drawTurned(canvas.current, picture, { turns, size })
  }, [picture, turns, size])

  const targets: EditTarget[] = tool === 'crop' ? ['crop'] : blackened.map((_, index) => index)
  return (
    <>
      <div
        className={styles.stage}
        data-tool={tool}
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          maxWidth: `calc(56dvh * ${size.width / size.height})`,
        }}
        {...props}
      >
        <canvas ref={canvas} className={styles.picture} />
        {tool === 'crop' ? (
          blackened.map((box, index) => <Spot key={index} look={styles.black} {...{ box, size }} />)
        ) : (
          <Spot look={styles.kept} box={crop} size={size} />
        )}
        {targets.map((target) => {
          const box = findBox(shown, target)
          if (!box) return null
          return (
            <EditBox
              key={target}
              target={target}
              box={box}
              size={size}
              isSelected={target === selected}
              help={help}
              onSelect={() => onSelect(target)}
              onChange={(next) => onChange(withTarget(edit, target, next), `keys ${target}`)}
              onRemove={() => onRemove(target)}
            />
          )
        })}
      </div>
      <p id={help} className="soft small">
        <Text ns="verify" k={tool === 'crop' ? 'crop_help' : 'blacken_help'} />
        {tool === 'crop' && (
          <>
            {' '}
            <Text ns="verify" k="crop_tap" />
          </>
        )}
      </p>
    </>
  )
}

/** Something on the picture that is only to be seen at the moment. */
function Spot({ look, box, size }: { look: string | undefined; box: Box; size: Size }) {
  const { x, y, width, height } = toPercent(box, size)
  return (
    <div
      className={look}
      style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
    />
  )
}
