import type { NoticeSettings } from '#contract/notifications/notifications.ts'

/** Somebody who has chosen nothing of what leaves the club. */
export const settings: NoticeSettings = {
  hasDigest: false,
  showsContent: false,
  pushesMessages: false,
  quietFrom: 22,
  quietUntil: 8,
}
