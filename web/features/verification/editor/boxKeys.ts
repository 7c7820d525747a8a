import { growBox, moveBox, type Box, type Size } from './boxes.ts'

/** One press moves or resizes by this share of the picture. */
const STEP = 0.01
const ARROWS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where an arrow key brings a box: it moves it or, with Shift, its right and lower edge. */
export function byArrow(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  box: Box,
  size: Size,
): Box | null {
  const arrow = ARROWS[key]
  if (!arrow) return null
  const right = arrow[0] * Math.max(1, size.width * STEP)
  const down = arrow[1] * Math.max(1, size.height * STEP)
  return shiftKey
    ? growBox(box, { width: right, height: down }, size)
    : moveBox(box, { x: right, y: down }, size)
}

/** As a button does it: in steps that are worth a press. */
const GROWTH = 0.03
type Growth = 'wider' | 'narrower' | 'taller' | 'flatter'
const GROWTHS: Record<Growth, readonly [right: number, down: number]> = {
  wider: [1, 0],
  narrower: [-1, 0],
  taller: [0, 1],
  flatter: [0, -1],
}
export const growths = Object.keys(GROWTHS) as Growth[]

export function byGrowth(growth: Growth, box: Box, size: Size): Box {
  const [right, down] = GROWTHS[growth]
  const width = right * size.width * GROWTH
  const height = down * size.height * GROWTH
  return growBox(box, { width, height }, size)
}
