/** Whether a subscription paid until `activeUntil` (ISO) opens what subscriptions open. */
export const isSubscribed = (activeUntil: string | null, now: Date): boolean =>
  activeUntil !== null && new Date(activeUntil) > now
