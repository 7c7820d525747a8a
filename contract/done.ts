import * as z from 'zod/mini'

/** The response of a call that has nothing more to say. */
export const Done = z.object({ done: z.literal(true) })
