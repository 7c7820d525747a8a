import { createIcon } from '#web/ui/icons/iconsOf.tsx'

/** Drawings of the list of rooms alone. */
export const RoomsIcon = createIcon({
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.6-3.5 3.2-5.2 6.5-5.2s5.9 1.7 6.5 5.2M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2 .7 3.2 2.3 3.6 4.9" />
    </>
  ),
  settings: <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />,
  door: <path d="M6 20.5V10a6 6 0 0 1 12 0v10.5M3.5 20.5h17M14.5 13.5v.2" />,
})
