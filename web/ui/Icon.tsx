import type { ReactNode } from 'react'

const shapes = {
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeClosed: (
    <path d="M3 3l18 18M10 5.7c.6-.1 1.3-.2 2-.2 6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.5M6.5 6.8C4 8.7 2.5 12 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2" />
  ),
  warning: <path d="M12 3.5 22 20.5H2L12 3.5ZM12 10v4.5M12 17.3v.2" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.5v.2" />
    </>
  ),
  check: <path d="m4.5 12.5 5 5 10-11" />,
  verified: (
    <path d="m12 2.8 2.4 1.8 3-.1.9 2.9 2.5 1.7-1 2.9 1 2.9-2.5 1.7-.9 2.9-3-.1-2.4 1.8-2.4-1.8-3 .1-.9-2.9-2.5-1.7 1-2.9-1-2.9 2.5-1.7.9-2.9 3 .1ZM8.4 12.2l2.5 2.5 4.8-5.2" />
  ),
  left: <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />,
  right: <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />,
  bin: <path d="M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l.9 13h9.2l.9-13M10 10.5v5.5M14 10.5v5.5" />,
  image: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
      <path d="m4 17 5-5 4 4 2.5-2.5 4.5 4.5M15.5 9v.2" />
    </>
  ),
  camera: (
    <>
      <path d="M3.5 8.5a2 2 0 0 1 2-2h2L9.2 4h5.6l1.7 2.5h2a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2Z" />
      <circle cx="12" cy="13" r="3.6" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  turn: <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M17.5 2.5v4.3h-4.3" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
    </>
  ),
  moon: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />,
  back: <path d="M20 12H4.5M11 5l-7 7 7 7" />,
  forward: <path d="M4 12h15.5M13 5l7 7-7 7" />,
  person: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.6-3.5 3.2-5.2 6.5-5.2s5.9 1.7 6.5 5.2M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2 .7 3.2 2.3 3.6 4.9" />
    </>
  ),
  settings: <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />,
  door: <path d="M6 20.5V10a6 6 0 0 1 12 0v10.5M3.5 20.5h17M14.5 13.5v.2" />,
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2.5" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2" />
    </>
  ),
  reply: <path d="M9.5 6 4 11.5 9.5 17M4.5 11.5H14a6 6 0 0 1 6 6v1" />,
  wave: (
    <path d="M7.5 12.5 5.7 9.4a1.4 1.4 0 0 1 2.4-1.4l3 5M9 9.5 7.4 6.7a1.4 1.4 0 0 1 2.4-1.4l3.4 5.8M11.8 8.7l-1.3-2.3a1.4 1.4 0 0 1 2.4-1.4l4 6.9.6-2.5a1.4 1.4 0 0 1 2.8.3c0 4.8-.9 7.8-3.7 9.4-3 1.7-6.4.7-8.5-2.7M18 3.5c1.3.4 2.2 1.3 2.7 2.6" />
  ),
  send: <path d="M4 12 20 4.5l-5 16-3.5-6.5L4 12ZM11.5 14 20 4.5" />,
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13.5" rx="2.5" />
      <path d="m3.5 7.5 8.5 6 8.5-6" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.2l3.5 2" />
    </>
  ),
  live: (
    <>
      <circle cx="12" cy="12" r="2.2" fill="currentcolor" />
      <path d="M7.5 7.5a6.4 6.4 0 0 0 0 9M16.5 7.5a6.4 6.4 0 0 1 0 9" />
    </>
  ),
  offline: (
    <path d="M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-5-2.7M8.5 16a5 5 0 0 1 7 0M12 19.5v.2" />
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

/** A line drawing beside words; never the only carrier of a meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentcolor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  )
}
