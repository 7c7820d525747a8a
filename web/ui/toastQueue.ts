import type { ReactNode } from 'react'

export type ToastTone = 'info' | 'success' | 'danger'
type Content = { title: ReactNode; description?: ReactNode; tone: ToastTone }
export type Toast = Content & { id: number }

let toasts: readonly Toast[] = []
let count = 0
const watches = new Set<() => void>()

/** Newest first. */
export const currentToasts = () => toasts

export function watchToasts(watch: () => void): () => void {
  watches.add(watch)
  return () => watches.delete(watch)
}

/** Shows a toast from anywhere. Refusals interrupt a screen reader, everything else waits its turn. */
export const addToast = (content: Content): void =>
  become([{ ...content, id: (count += 1) }, ...toasts])

export const dropToast = (id: number): void => become(toasts.filter((toast) => toast.id !== id))

function become(next: readonly Toast[]): void {
  toasts = next
  for (const watch of watches) watch()
}
