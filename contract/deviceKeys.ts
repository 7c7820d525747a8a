/** Everything the club ever keeps on a device. The cookie page lists it, and a test compares it with a real browser. */
export type DeviceKey = {
  /** As it is called there; `*` stands for a member's or a room's id. */
  name: string
  kind: 'cookie' | 'localStorage' | 'sessionStorage'
  /** How long at most. `tab`: until the tab is closed; `logout`: until log-out. */
  keeps: { months: number } | { days: number } | { minutes: number } | 'tab' | 'logout' | 'removed'
}
