import { createIcon } from './iconsOf.tsx'

/** Drawings of the screens behind the log-in. */
export const MemberIcon = createIcon({
  verified: (
    <path d="m12 2.8 2.4 1.8 3-.1.9 2.9 2.5 1.7-1 2.9 1 2.9-2.5 1.7-.9 2.9-3-.1-2.4 1.8-2.4-1.8-3 .1-.9-2.9-2.5-1.7 1-2.9-1-2.9 2.5-1.7.9-2.9 3 .1ZM8.4 12.2l2.5 2.5 4.8-5.2" />
  ),
  /* as of a picture, whose other drawings few screens need */
  left: <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />,
  fold: <path d="M4 4.5h16v15H4ZM9.5 4.5v15M16.5 9l-3 3 3 3" />,
  forward: <path d="M4 12h15.5M13 5l7 7-7 7" />,
  reply: <path d="M9.5 6 4 11.5 9.5 17M4.5 11.5H14a6 6 0 0 1 6 6v1" />,
  wave: (
    <path d="M7.5 12.5 5.7 9.4a1.4 1.4 0 0 1 2.4-1.4l3 5M9 9.5 7.4 6.7a1.4 1.4 0 0 1 2.4-1.4l3.4 5.8M11.8 8.7l-1.3-2.3a1.4 1.4 0 0 1 2.4-1.4l4 6.9.6-2.5a1.4 1.4 0 0 1 2.8.3c0 4.8-.9 7.8-3.7 9.4-3 1.7-6.4.7-8.5-2.7M18 3.5c1.3.4 2.2 1.3 2.7 2.6" />
  ),
  send: <path d="M4 12 20 4.5l-5 16-3.5-6.5L4 12ZM11.5 14 20 4.5" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth={3} />,
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4" />,
  muted: <path d="M6 16.5V11a6 6 0 0 1 9.5-4.9M18 10.5v6l1.5 2h-15l1.5-2M10 21h4M4 4l16 16" />,
  /* a door, and a figure on its way out of it */
  leave: (
    <path d="M11.5 3.5h-7v17h7M13.6 4.6a1.6 1.6 0 1 0 .01 0M9.5 12.5l1-3.4 3-.9 1.7 2.6 2.8.8M13.2 9l-1 4.6 2.6 2.2.7 4.7M11.9 14.2l-.8 3-2.6 2.3" />
  ),
  home: <path d="M4 11 12 4.5 20 11M6 9.8V19.5h12V9.8M10 19.5v-5.5h4v5.5" />,
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.6-3.5 3.2-5.2 6.5-5.2s5.9 1.7 6.5 5.2M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2 .7 3.2 2.3 3.6 4.9" />
    </>
  ),
  search: (
    <>
      <circle cx="10.8" cy="10.8" r="6.3" />
      <path d="m15.6 15.6 4.9 4.9" />
    </>
  ),
  settings: <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />,
  door: <path d="M6 20.5V10a6 6 0 0 1 12 0v10.5M3.5 20.5h17M14.5 13.5v.2" />,
  /* a small table, and two glasses on it */
  table: <path d="M4 12h16M12 12v7.5M8 19.5h8M8.5 9V5.5M15.5 9V5.5" />,
  desk: <path d="M3.5 9.5h17v3h-17ZM5.5 12.5v7.5M18.5 12.5v7.5M12 9.5V6M8.5 6h7" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.2l3.5 2" />
    </>
  ),
})
