import { createIcon } from './iconsOf.tsx'

/** Drawings of the screens behind the log-in. */
export const MemberIcon = createIcon({
  verified: (
    <path d="m12 2.8 2.4 1.8 3-.1.9 2.9 2.5 1.7-1 2.9 1 2.9-2.5 1.7-.9 2.9-3-.1-2.4 1.8-2.4-1.8-3 .1-.9-2.9-2.5-1.7 1-2.9-1-2.9 2.5-1.7.9-2.9 3 .1ZM8.4 12.2l2.5 2.5 4.8-5.2" />
  ),
  forward: <path d="M4 12h15.5M13 5l7 7-7 7" />,
  reply: <path d="M9.5 6 4 11.5 9.5 17M4.5 11.5H14a6 6 0 0 1 6 6v1" />,
  wave: (
    <path d="M7.5 12.5 5.7 9.4a1.4 1.4 0 0 1 2.4-1.4l3 5M9 9.5 7.4 6.7a1.4 1.4 0 0 1 2.4-1.4l3.4 5.8M11.8 8.7l-1.3-2.3a1.4 1.4 0 0 1 2.4-1.4l4 6.9.6-2.5a1.4 1.4 0 0 1 2.8.3c0 4.8-.9 7.8-3.7 9.4-3 1.7-6.4.7-8.5-2.7M18 3.5c1.3.4 2.2 1.3 2.7 2.6" />
  ),
  send: <path d="M4 12 20 4.5l-5 16-3.5-6.5L4 12ZM11.5 14 20 4.5" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth={3} />,
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4" />,
  muted: <path d="M6 16.5V11a6 6 0 0 1 9.5-4.9M18 10.5v6l1.5 2h-15l1.5-2M10 21h4M4 4l16 16" />,
  leave: <path d="M6 18 18 6M8.5 6H18v9.5" />,
  menu: <path d="M4 6.5h16M4 12h16M4 17.5h16" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.2l3.5 2" />
    </>
  ),
})
