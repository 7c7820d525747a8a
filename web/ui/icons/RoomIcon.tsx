import type { ReactNode } from 'react'

/** Drawings by the names rooms are stored with; a name without one gets the door. */
const shapes: Record<string, ReactNode> = {
  door: <path d="M7 27V12a9 9 0 0 1 18 0v15M4 27h24M20.5 18v.3" />,
  glass: <path d="M6 6h20L16 17.5 6 6ZM16 17.5V27M10.5 27h11M20 13l4.5-8.5" />,
  armchair: (
    <path d="M9 15V9.5A4.5 4.5 0 0 1 13.5 5h5A4.5 4.5 0 0 1 23 9.5V15M5 16.5a3 3 0 0 1 6 0V19h10v-2.5a3 3 0 0 1 6 0V23a1.5 1.5 0 0 1-1.5 1.5h-19A1.5 1.5 0 0 1 5 23ZM9 24.5V27M23 24.5V27" />
  ),
  stars: (
    <path d="M13 5.5 15.2 12l6.5 2.2-6.5 2.2L13 23l-2.2-6.6L4.3 14.2 10.8 12ZM24 5v5M21.5 7.5h5M24.5 21.5v4M22.5 23.5h4" />
  ),
  flame: (
    <path d="M16 4c1.5 5 8 8 8 15a8 8 0 0 1-16 0c0-3.5 1.8-5.5 3.5-7 .3 2.2 1.2 3.4 2.5 4C13.5 11.5 14 7.5 16 4ZM16 27a3.5 3.5 0 0 1-3.5-3.5c0-2 1.8-3 3.5-5 1.7 2 3.5 3 3.5 5A3.5 3.5 0 0 1 16 27Z" />
  ),
  music: (
    <path d="M12 23.5V7.5L25 5v15.5M12 12l13-2.5M12 23.5a3.5 3 0 1 1-7 0 3.5 3 0 0 1 7 0ZM25 20.5a3.5 3 0 1 1-7 0 3.5 3 0 0 1 7 0Z" />
  ),
  curtain: (
    <path d="M4 5h24M6 5c0 9 1 13-.5 22M26 5c0 9-1 13 .5 22M15.5 5c-.5 7-4 9.5-9 11M16.5 5c.5 7 4 9.5 9 11M11 5c-.5 4-2 7-4.5 9M21 5c.5 4 2 7 4.5 9" />
  ),
  moon: <path d="M26 19.5A11 11 0 1 1 13 5a8.8 8.8 0 0 0 13 14.5ZM22.5 5v4M20.5 7h4" />,
}

const drawing = {
  viewBox: '0 0 32 32',
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: '1.7',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

export function RoomIcon({ name }: { name: string }) {
  return (
    <svg width="32" height="32" {...drawing} aria-hidden="true" focusable="false">
      {Object.hasOwn(shapes, name) ? shapes[name] : shapes['door']}
    </svg>
  )
}

/** All of them unseen, for a page that learns only from the server which ones it shows; then `<use href="#room-…">`. */
export function RoomSymbols() {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false">
      {Object.entries(shapes).map(([name, shape]) => (
        <symbol key={name} id={`room-${name}`} {...drawing}>
          {shape}
        </symbol>
      ))}
    </svg>
  )
}
