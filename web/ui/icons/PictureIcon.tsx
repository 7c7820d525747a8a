import { createIcon } from './iconsOf.tsx'

/** Drawings of what is done with a picture. */
const shapes = {
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
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  turn: <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M17.5 2.5v4.3h-4.3" />,
}

export type PictureIconName = keyof typeof shapes
export const PictureIcon = createIcon(shapes)
