import type { ReactNode } from 'react'

export type ToastTone = 'info' | 'success' | 'danger'
type Content = { title: ReactNode; description?: ReactNode; tone: ToastTone }
/** `serial` changes with each time it is said; one that `isOver` takes its leave. */
export type Toast = Content & { id: number; serial: number; isOver?: boolean }

let toasts: readonly Toast[] = []
let count = 0
const watches = new Set<() => void>()

/** Newest first. */
export const currentToasts = () => toasts

export function watchToasts(watch: () => void): () => void {
  watches.add(watch)
  return () => watches.delete(watch)
}

/**
 * Shows a toast from anywhere; one that is there already is shown again, with a new serial.
 * Refusals interrupt a screen reader, everything else waits its turn.
 */
export function addToast(content: Content): void {
  count += 1
  const same = toasts.find((toast) => describeToast(toast) === describeToast(content))
  become(
    same
      ? toasts.map((toast) => (toast === same ? { ...toast, serial: count, isOver: false } : toast))
      : [{ ...content, id: count, serial: count }, ...toasts],
  )
}

/** What makes its words: texts, and what the parts that say them are given. */
const describeToast = ({ title, description, tone }: Content): string =>
  JSON.stringify([title, description, tone], (key, value: unknown) =>
    key.startsWith('_') ? undefined : value,
  )

/** Has what failed take its leave, once that is over: what was tried again has succeeded. */
export function endErrors(isOver: (toast: Toast) => boolean): void {
  const ends = (toast: Toast) => toast.tone === 'danger' && !toast.isOver && isOver(toast)
  if (toasts.some(ends))
    become(toasts.map((toast) => (ends(toast) ? { ...toast, isOver: true } : toast)))
}

export const dropToast = (id: number): void => become(toasts.filter((toast) => toast.id !== id))

function become(next: readonly Toast[]): void {
  toasts = next
  for (const watch of watches) watch()
}
