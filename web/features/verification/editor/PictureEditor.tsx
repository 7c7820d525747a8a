// Turn, crop and blacken a picture of an identity document, before anything leaves this device.
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Side } from '#contract/verification/verification.ts'
import { Text } from '#web/text/Text.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { BoxTools } from './BoxTools.tsx'
import { wholeBox } from './boxes.ts'
import { burnIn, type BurntPicture } from './burnIn.ts'
import {
  findBox,
  pushEdit,
  turnEdit,
  undoEdit,
  withNewBox,
  withoutBox,
  withTarget,
  type Edit,
  type History,
  type EditTarget,
} from './edit.ts'
import type { FileProblem } from '#web/features/verification/upload/fileRules.ts'
import { PictureStage } from './PictureStage.tsx'
import { StepTitle } from '#web/features/verification/upload/StepTitle.tsx'
import styles from './PictureEditor.module.css'
import type { Tool } from './useDrag.ts'

type Props = {
  side: Side
  picture: BurntPicture
  history: History
  onHistory: (history: History) => void
  onCancel: () => void
  /** The browser could not make the picture that would be sent. */
  onFailed: (problem: FileProblem) => void
  /** Gets the picture with everything burned in. */
  onDone: (picture: Blob) => void
}

/** On a phone the words are folded, not to push the picture out of sight. */
const isRoomy = () => window.innerWidth > 480
const onResize = (tell: () => void) => {
  window.addEventListener('resize', tell)
  return () => window.removeEventListener('resize', tell)
}

const TOOLS = ['blacken', 'crop'] as const satisfies readonly Tool[]

export function PictureEditor({
  side,
  picture,
  history,
  onHistory,
  onCancel,
  onFailed,
  onDone,
}: Props) {
  const [tool, setTool] = useState<Tool>(side === 'selfie' ? 'crop' : 'blacken')
  const [selected, setSelected] = useState<EditTarget | null>(null)
  const [isBurning, setBurning] = useState(false)
  const hasRoom = useSyncExternalStore(onResize, isRoomy)
  const add = useRef<HTMLButtonElement>(null)
  const isHere = useStillHere()
  const { now: edit, past } = history
  const held = selected !== null && findBox(edit, selected) ? selected : null
  const target = tool === 'crop' ? 'crop' : held

  const change = (next: Edit, step?: string) => onHistory(pushEdit(history, next, step))
  const choose = (next: Tool) => {
    setTool(next)
    setSelected(null)
  }
  const addBox = () => {
    setTool('blacken')
    setSelected(edit.blackened.length)
    change(withNewBox(edit))
  }
  const remove = (which: EditTarget) => {
    if (which === 'crop') return change(withTarget(edit, 'crop', wholeBox(edit.size)))
    setSelected(null)
    change(withoutBox(edit, which))
    add.current?.focus()
  }
  const finish = async () => {
    setBurning(true)
    try {
      const burnt = await burnIn(picture, edit)
      // what was discarded meanwhile is not taken
      if (isHere()) onDone(burnt)
    } catch {
      // the file itself could be read: it is the browser that does not let go of what was drawn
      if (isHere()) onFailed('canvas_untrue')
      setBurning(false)
    }
  }

  return (
    <>
      <StepTitle>
        <Text ns="verify" k={`edit_${side}`} />
      </StepTitle>
      {side !== 'selfie' && (
        <Notice announced={false}>
          <details className={styles.reminder} open={hasRoom}>
            <Text as="summary" ns="verify" k={`remind_${side}_title`} />
            <Text as="p" ns="verify" k={`remind_${side}`} />
          </details>
        </Notice>
      )}
      <div className={styles.tools}>
        <div>
          {TOOLS.map((one) => (
            <Button
              key={one}
              size="s"
              look="quiet"
              className={styles.tool}
              aria-pressed={tool === one}
              onClick={() => choose(one)}
            >
              <Text ns="verify" k={`tool_${one}`} />
            </Button>
          ))}
        </div>
        <div>
          <Button size="s" look="quiet" onClick={() => change(turnEdit(edit))}>
            <Text ns="verify" k="turn" />
          </Button>
          <Button ref={add} size="s" look="quiet" onClick={addBox}>
            <Text ns="verify" k="add_box" />
          </Button>
          <Button
            size="s"
            look="quiet"
            aria-disabled={past.length === 0}
            onClick={() => onHistory(undoEdit(history))}
          >
            <Text ns="verify" k="undo" />
          </Button>
        </div>
      </div>
      <PictureStage
        picture={picture}
        edit={edit}
        tool={tool}
        selected={held}
        onSelect={setSelected}
        onChange={change}
        onRemove={remove}
      />
      <BoxTools
        edit={edit}
        target={target}
        onChange={(box) => target !== null && change(withTarget(edit, target, box))}
        onRemove={() => target !== null && remove(target)}
      />
      <div className={styles.actions}>
        <Button look="quiet" onClick={onCancel}>
          <Text ns="verify" k="edit_cancel" />
        </Button>
        <Button pending={isBurning} onClick={() => void finish()}>
          <Text ns="verify" k="edit_done" />
        </Button>
      </div>
    </>
  )
}
