const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** These figures as they were kept, those that were not as they are. */
export const mergeStored = <T extends object>(figures: T, stored: object): T =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]: [string, unknown]) => {
      if (!(name in stored)) return [name, figure]
      const then = stored[name as keyof typeof stored] as unknown
      return [name, isGroup(figure) && isGroup(then) ? mergeStored(figure, then) : then]
    }),
  ) as T
