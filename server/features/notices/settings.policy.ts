import type { NoticeSettings } from '#contract/notifications.ts'

/** What holds until somebody says otherwise. */
export const UNSAID: NoticeSettings = {
  hasDigest: false,
  showsContent: false,
  quietFrom: 22,
  quietUntil: 8,
}

const hourIn = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: 'Europe/Berlin',
})

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
