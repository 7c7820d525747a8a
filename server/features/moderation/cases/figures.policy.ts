const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** These figures as they were kept, those that were not as they are. */
export const asKept = <T extends object>(figures: T, kept: object): T =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]: [string, unknown]) => {
      if (!(name in kept)) return [name, figure]
      const then = kept[name as keyof typeof kept] as unknown
      return [name, isGroup(figure) && isGroup(then) ? asKept(figure, then) : then]
    }),
  ) as T
