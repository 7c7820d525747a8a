/** Light modules around it, without which no camera finds it. */
const QUIET = 4

type Props = {
  /** Dark ones, row by row. */
  modules: readonly (readonly boolean[])[]
  label: string
  className?: string | undefined
}

/** Draws a QR code. Dark on light in every theme. */
export function QrModules({ modules, label, className }: Props) {
  const size = modules.length + 2 * QUIET
  const dark = modules.flatMap((row, y) =>
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
