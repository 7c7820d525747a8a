import { useWindow } from '#web/ui/behaviour/useWindow.ts'
import { useRailFolded } from './railForm.ts'

/**
 * From which width on a part of the frame has its place: the rail instead of tabs at the foot, its
 * words beside its icons, a third column. In rem, so that larger letters are given more room. As in
 * `ui/styles/tokens.css`.
 */
const FROM = { rail: '37.5rem', words: '56.25rem', side: '77.5rem' } as const

/** Whether the window is wide enough for a part of the frame, and its words were not folded away. */
export function useFits(part: keyof typeof FROM): boolean {
  const fits = useWindow(`(width >= ${FROM[part]})`)
  const isFolded = useRailFolded()
  return fits && !(part === 'words' && isFolded)
}
