import { useRef } from 'react'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'

type Line = { id: string }

/**
 * Where the focus goes once a line of a desk is settled: it stays with the line while that stays,
 * goes on to the next where it goes, or to the desk. Lines are found by an attribute with their id.
 */
export function useFocusNextRow(attribute: string) {
  const place = useRef<HTMLElement>(null)
  const lineOf = (id: string | undefined) =>
    place.current?.querySelector<HTMLElement>(`[${attribute}="${id}"]`)

  /** `stays` brings the list up to date. */
  const goOn = async (lines: readonly Line[] | null, id: string, stays: () => Promise<boolean>) => {
    const next = lines?.[lines.findIndex((one) => one.id === id) + 1]?.id
    const line = lineOf(id)
    const goal = (await stays()) ? id : next
    // a proof that was asked for may not have begun to close
    const dialog = document.activeElement?.closest('[role=dialog]')
    regainFocus(lineOf(goal) ?? place.current, dialog ?? line)
  }
  return { place, goOn }
}
