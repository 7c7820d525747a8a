import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { byGrowth, growths } from './boxKeys.ts'
import type { Box, Size } from './boxes.ts'
import { findBox, type Edit, type EditTarget } from './edit.ts'
import styles from './PictureEditor.module.css'
import { useBoxName } from './useBoxName.ts'

type Props = {
  edit: Edit
  target: EditTarget | null
  onChange: (box: Box) => void
  onRemove: () => void
}

/** What can be done to the box somebody took hold of, without dragging and without arrow keys. */
export function BoxTools({ edit, target, onChange, onRemove }: Props) {
  const box = target === null ? undefined : findBox(edit, target)
  return (
    <div className={styles.boxTools}>
      {target !== null && box && (
        <>
          <span className="soft small">
            {target === 'crop' ? (
              <Text ns="verify" k="crop_short" />
            ) : (
              <Text ns="verify" k="box_short" values={{ number: target + 1 }} />
            )}
          </span>
          {growths.map((growth) => (
            <Button
              key={growth}
              size="s"
              look="plain"
              onClick={() => onChange(byGrowth(growth, box, edit.size))}
            >
              <Text ns="verify" k={growth} />
            </Button>
          ))}
          <Button size="s" look="plain" onClick={onRemove}>
            <Text ns="verify" k={target === 'crop' ? 'crop_undo' : 'remove_box'} />
          </Button>
        </>
      )}
      <output className="visually-hidden">
        {target !== null && box && <Where target={target} box={box} size={edit.size} />}
      </output>
    </div>
  )
}

const Where = (props: { target: EditTarget; box: Box; size: Size }) =>
  useBoxName(props.target, props.box, props.size)
