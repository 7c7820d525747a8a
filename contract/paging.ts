import * as z from 'zod/mini'

/** The `next` of the page before. A name of fifty signs in it may be nine hundred letters when it is folded. */
export const After = z.string().check(z.maxLength(1_000))

/** Where the next page begins, even if rows change until it is requested; null with the last. */
export const Next = z.nullable(z.string())
