/** In pixels of the picture as it is turned at the moment; x and y count from its upper left corner. */
export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
export type Box = Point & Size

/** Smaller than this share of a picture's side no box can be made: it could not be seen or caught. */
const LEAST = 0.02
/** What a box without a size of its own gets: about the access number on the front of an ID card. */
const USUAL = { width: 0.26, height: 0.09 }

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** A size of the same shape whose longest side is at most so long. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

export const wholeBox = (size: Size): Box => ({ x: 0, y: 0, ...size })

/** The box in whole pixels, not too small, and inside the picture. */
export function clampBox(box: Box, size: Size): Box {
  const width = between(Math.round(box.width), Math.ceil(size.width * LEAST), size.width)
  const height = between(Math.round(box.height), Math.ceil(size.height * LEAST), size.height)
  return {
    x: between(Math.round(box.x), 0, size.width - width),
    y: between(Math.round(box.y), 0, size.height - height),
    width,
    height,
  }
}

/** What was drawn from one point to another, in whichever direction; cut off at the picture's edges. */
export function toBox(from: Point, to: Point, size: Size): Box {
  const [left, right] = [from.x, to.x].map((x) => between(x, 0, size.width)).sort((a, b) => a - b)
  const [top, bottom] = [from.y, to.y].map((y) => between(y, 0, size.height)).sort((a, b) => a - b)
  const corner = { x: left!, y: top! }
  return clampBox({ ...corner, width: right! - left!, height: bottom! - top! }, size)
}

/** A box of the usual size around a point. */
export function boxAround({ x, y }: Point, size: Size): Box {
  const width = size.width * USUAL.width
  const height = size.height * USUAL.height
  return clampBox({ x: x - width / 2, y: y - height / 2, width, height }, size)
}

export const moveBox = (box: Box, by: Point, size: Size): Box =>
  clampBox({ ...box, x: box.x + by.x, y: box.y + by.y }, size)

/** With its middle on a point, as far as the picture's edge lets it. */
export const centerBox = (box: Box, { x, y }: Point, size: Size): Box =>
  clampBox({ ...box, x: x - box.width / 2, y: y - box.height / 2 }, size)

/** Its upper left corner stays where it is; the picture's edge stops it. */
export const growBox = (box: Box, by: Size, size: Size): Box =>
  clampBox(
    {
      ...box,
      width: Math.min(box.width + by.width, size.width - box.x),
      height: Math.min(box.height + by.height, size.height - box.y),
    },
    size,
  )

/** The box in a picture of that size after it was turned by 90° clockwise. */
export const turnBox = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: size.height - y - height,
  y: x,
  width: height,
  height: width,
})

export const turnSize = ({ width, height }: Size): Size => ({ width: height, height: width })

/** In percent of the picture, to place and to name a box. */
export function toPercent(box: Box, size: Size): Box {
  const of = (part: number, whole: number) => (part / whole) * 100
  return {
    x: of(box.x, size.width),
    y: of(box.y, size.height),
    width: of(box.width, size.width),
    height: of(box.height, size.height),
  }
}
