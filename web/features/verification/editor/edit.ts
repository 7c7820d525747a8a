// How a picture of an identity document is turned, cropped and blackened; each step can be undone.
import { boxAround, turnBox, turnSize, wholeBox, type Box, type Size } from './boxes.ts'

/** What is to become of a picture. Boxes are in its pixels as it is turned now. */
export type Edit = {
  size: Size
  /** Quarter turns clockwise. */
  turns: 0 | 1 | 2 | 3
  crop: Box
  blackened: readonly Box[]
}

export const newEdit = (size: Size): Edit => ({
  size,
  turns: 0,
  crop: wholeBox(size),
  blackened: [],
})

/** Turned by 90° clockwise; what is cut and blackened stays on the same spot of the picture. */
export const turnEdit = ({ size, turns, crop, blackened }: Edit): Edit => ({
  size: turnSize(size),
  turns: ((turns + 1) % 4) as Edit['turns'],
  crop: turnBox(crop, size),
  blackened: blackened.map((box) => turnBox(box, size)),
})

export const withBox = (edit: Edit, box: Box): Edit => ({
  ...edit,
  blackened: [...edit.blackened, box],
})

/** One more box in the middle of what is kept, a little below the last one. */
export function withNewBox(edit: Edit): Edit {
  const { crop, size, blackened } = edit
  const down = ((blackened.length % 5) * size.height) / 10
  const middle = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 + down }
  return withBox(edit, boxAround(middle, size))
}

export const withoutBox = (edit: Edit, index: number): Edit => ({
  ...edit,
  blackened: edit.blackened.filter((_, at) => at !== index),
})

/** What somebody works on: one of the black boxes, or the frame of what is kept. */
export type EditTarget = number | 'crop'

export const findBox = (edit: Edit, target: EditTarget): Box | undefined =>
  target === 'crop' ? edit.crop : edit.blackened[target]

export const withTarget = (edit: Edit, target: EditTarget, box: Box): Edit =>
  target === 'crop'
    ? { ...edit, crop: box }
    : { ...edit, blackened: edit.blackened.map((one, at) => (at === target ? box : one)) }

/** The matrix (a b c d e f of a canvas) that draws the picture turned, inside the size it then has. */
export function turnMatrix({
  turns,
  size,
}: Pick<Edit, 'turns' | 'size'>): [number, number, number, number, number, number] {
  const { width, height } = size
  if (turns === 1) return [0, 1, -1, 0, width, 0]
  if (turns === 2) return [-1, 0, 0, -1, width, height]
  if (turns === 3) return [0, -1, 1, 0, 0, height]
  return [1, 0, 0, 1, 0, 0]
}

/** Every state there was, so that a step can be taken back. */
export type History = { now: Edit; past: readonly Edit[]; step: string | null }

export const beginHistory = (edit: Edit): History => ({ now: edit, past: [], step: null })

/** A run of changes of one name (an arrow key held down) is one step. */
export const pushEdit = (history: History, next: Edit, step: string | null = null): History => ({
  now: next,
  past: step !== null && step === history.step ? history.past : [...history.past, history.now],
  step,
})

export const undoEdit = (history: History): History => {
  const now = history.past.at(-1)
  return now ? { now, past: history.past.slice(0, -1), step: null } : history
}
