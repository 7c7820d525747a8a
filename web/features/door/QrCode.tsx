import { qrCode } from './qr.ts'

/** Light modules around it, without which no camera finds it. */
const QUIET = 4

/** An address for a camera; nothing where it is too long. Dark on light in every theme. */
export function QrCode({
  words,
  label,
  className,
}: {
  words: string
  label: string
  className?: string | undefined
}) {
  const matrix = qrCode(words)
  if (!matrix) return null
  const size = matrix.length + 2 * QUIET
  const dark = matrix.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
