import { useState, type CSSProperties } from 'react'
import { photoPath } from '#web/platform/api/photoPath.ts'
import styles from './Portrait.module.css'

type Props = {
  member: { id: string; username: string }
  photoId: string | null | undefined
  size?: 's' | 'l'
  className?: string | undefined
}

/** A member's first photo, or else their initial. The name stands beside it. */
export function Portrait({ member, photoId, size = 's', className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const own = {
    className: [styles.portrait, className].filter(Boolean).join(' '),
    'data-size': size,
    style: { '--hue': chooseHue(member.id) } as CSSProperties,
  }
  if (!photoId || photoId === broken)
    return (
      <span {...own} aria-hidden="true" lang="">
        {readInitial(member.username)}
      </span>
    )
  const pixels = size === 'l' ? 320 : 40
  return (
    <img
      {...own}
      src={photoPath(member.id, photoId, size === 'l' ? '1280' : '320')}
      alt=""
      width={pixels}
      height={pixels}
      loading={size === 'l' ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(photoId)}
    />
  )
}

/** The same person always has the same colour: one of twelve, a twelfth of the circle apart, in degrees. */
const chooseHue = (id: string) => (Number.parseInt(id.slice(-6), 16) % 12) * 30 + 15

/** What is drawn as one sign: a flag, or a letter or emoji with what belongs to it. Names have no joiners. */
const SIGN = /^(?:\p{RI}{2}|.[\p{M}\p{EMod}]*)/u
const readInitial = (name: string) => SIGN.exec(name.trim())?.[0].toLocaleUpperCase('de') ?? ''
