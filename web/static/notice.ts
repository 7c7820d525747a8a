import { takeNotice } from '#web/platform/api/notice.ts'
import { cloneTemplate } from './club.ts'

export function showLeftNotice(): void {
  const name = takeNotice()
  const notice = name && cloneTemplate(`[data-notice="${CSS.escape(name)}"]`)
  if (!notice) return
  document.body.append(notice)
  const toast = document.body.lastElementChild
  toast?.querySelector('button')?.addEventListener('click', () => toast.remove())
}
