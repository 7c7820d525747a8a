/** What was changed here; the rest may have been changed meanwhile by another page, and is not said. */
export const pickChanged = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>
