/** How an image is looked at; `x` and `y` are parts of the frame's width and height. */
export type View = { zoom: number; turns: number; x: number; y: number }

export const whole: View = { zoom: 1, turns: 0, x: 0, y: 0 }

const MOST = 8
/** Of the frame: its width by its height. */
const RATIO = 1

/** Nearer or further, about the middle of what is seen. */
export function zoomView(view: View, factor: number): View {
  const zoom = Math.min(MOST, Math.max(1, view.zoom * factor))
  const ratio = zoom / view.zoom
  return within({ ...view, zoom, x: view.x * ratio, y: view.y * ratio })
}

/** All of it, still turned as it is. */
export const fitView = ({ turns }: View): View => ({ ...whole, turns })

/** A quarter to the right, and what was seen with it. */
export const turnView = ({ zoom, turns, x, y }: View): View =>
  within({ zoom, turns: turns + 1, x: -y / RATIO, y: x * RATIO })

export const moveView = (view: View, x: number, y: number): View =>
  within({ ...view, x: view.x + x, y: view.y + y })

/** No further than to the edge of the image. */
function within(view: View): View {
  const across = isUpright(view) ? view.zoom / RATIO ** 2 : view.zoom
  return { ...view, x: clamp(view.x, across), y: clamp(view.y, view.zoom) }
}

function clamp(place: number, size: number): number {
  const reach = Math.max(0, (size - 1) / 2)
  return Math.min(reach, Math.max(-reach, place))
}

/** On its side, what filled the frame's width must fit into its height. */
const isUpright = ({ turns }: View) => turns % 2 === 1

export function toTransform(view: View): string {
  const { zoom, turns, x, y } = view
  const scale = isUpright(view) ? zoom / RATIO : zoom
  return `translate(${x * 100}%, ${y * 100}%) rotate(${turns * 90}deg) scale(${scale})`
}
