import { useState } from 'react'
import { codes } from '#contract/errors.ts'
import { CallError } from '#web/platform/api/call.ts'
import { SendingId } from '#web/platform/api/SendingId.ts'

const isOver = (error: unknown) =>
  error instanceof CallError && (error.code === codes.notFound || error.code === codes.conflict)

/** Makes an invitation, once however often the same is asked for. What was made so and is over by now is made again. */
export function useMaking<B extends object, A>(make: (body: B & { id: string }) => Promise<A>) {
  const [sending] = useState(() => new SendingId())
  return async (body: B): Promise<A> => {
    const isRepeat = sending.isRepeat(body)
    try {
      return await make({ ...body, id: sending.idFor(body) })
    } catch (error) {
      if (!isRepeat || !isOver(error)) throw error
      return make({ ...body, id: sending.renew(body) })
    }
  }
}
