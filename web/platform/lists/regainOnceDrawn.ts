import { notifyManager } from '@tanstack/react-query'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'

/** Once what came is drawn, the focus goes on there if what had it went with that. */
export const regainOnceDrawn = (next: () => HTMLElement | null): void =>
  notifyManager.schedule(() => regainFocus(next()))
