/** Everything the club ever keeps on a device. The cookie page lists it, and a test compares it with a real browser. */
export type DeviceKey = {
  /** As it is called there; `*` stands for a member's or a room's id. */
  name: string
  kind: 'cookie' | 'localStorage' | 'sessionStorage' | 'cache' | 'worker'
  /** How long at most. `tab`: until the tab is closed; `logout`: until log-out; `removed`: until it is changed back or taken away. */
  keeps: { months: number } | { days: number } | { minutes: number } | 'tab' | 'logout' | 'removed'
}

/** All of it is needed for what somebody asked the club to do (§ 25 (2) TDDDG). On https the first four cookies begin with `__Host-`. */
export const deviceKeys = [
  { name: 'session', kind: 'cookie', keeps: { days: 30 } },
  { name: 'recovery', kind: 'cookie', keeps: { minutes: 60 } },
  { name: 'pending', kind: 'cookie', keeps: { minutes: 10 } },
  { name: 'device', kind: 'cookie', keeps: { days: 180 } },
  { name: 'language', kind: 'cookie', keeps: { months: 12 } },
  { name: 'cookie-consent', kind: 'localStorage', keeps: { months: 12 } },
  { name: 'parlour.cookie-log.*', kind: 'localStorage', keeps: 'removed' },
  { name: 'language', kind: 'localStorage', keeps: 'removed' },
  { name: 'theme', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.shortcuts', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.rail', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.newest-last', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.neutral', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.exit-key', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.first-visit', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.session', kind: 'localStorage', keeps: 'removed' },
  { name: 'parlour.draft.*', kind: 'localStorage', keeps: 'logout' },
  { name: 'parlour.outbox.*', kind: 'localStorage', keeps: 'logout' },
  { name: 'parlour.sent.*', kind: 'localStorage', keeps: 'logout' },
  { name: 'parlour.words.*', kind: 'sessionStorage', keeps: 'tab' },
  { name: 'parlour.sign-up', kind: 'sessionStorage', keeps: 'tab' },
  { name: 'parlour.first-words', kind: 'sessionStorage', keeps: 'tab' },
  { name: 'parlour.scroll', kind: 'sessionStorage', keeps: 'tab' },
  { name: 'parlour.left', kind: 'sessionStorage', keeps: 'tab' },
  { name: 'parlour.notice', kind: 'sessionStorage', keeps: 'tab' },
  { name: 'worker.js', kind: 'worker', keeps: 'logout' },
  { name: 'offline', kind: 'cache', keeps: 'logout' },
] as const satisfies DeviceKey[]
