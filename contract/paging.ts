import * as z from 'zod/mini'

/** The `next` of the page before. */
export const After = z.string().check(z.maxLength(200))

/** Where the next page begins, whatever becomes of the lines until it is asked for; null with the last. */
export const Next = z.nullable(z.string())
