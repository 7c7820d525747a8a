import type { NoticeSettings } from '#contract/notifications/notifications.ts'

/** What holds until somebody says otherwise. */
export const UNSAID: NoticeSettings = {
  hasDigest: false,
  showsContent: false,
  pushesMessages: false,
  quietFrom: 22,
  quietUntil: 8,
}

const hourIn = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: 'Europe/Berlin',
})

/** What was late, and would reach somebody in their quiet hours, is tried again until these end. */
export function waitForMorning(settings: NoticeSettings, now: Date): void {
  if (isQuiet(settings, now)) throw new Error('quiet hours')
}

/** Whether nothing is to reach them now: from one hour in Berlin to another, over midnight too. */
export function isQuiet(
  { quietFrom, quietUntil }: Pick<NoticeSettings, 'quietFrom' | 'quietUntil'>,
  now: Date,
): boolean {
  const hour = Number(hourIn.format(now))
  return quietFrom <= quietUntil
    ? hour >= quietFrom && hour < quietUntil
    : hour >= quietFrom || hour < quietUntil
}
