import { useRef } from 'react'
import { codes } from '#contract/errors.ts'
import { CallError } from '#web/platform/api/call.ts'
import { newId } from '#web/platform/api/newId.ts'

const isOver = (error: unknown) =>
  error instanceof CallError && (error.code === codes.notFound || error.code === codes.conflict)

/**
 * Makes an invitation under an id that stays as long as the same is asked for: where an answer was lost, the next one
 * brings what is there already. What was made so and is over by now is made anew.
 */
export function useMaking<B extends object, A>(make: (body: B & { id: string }) => Promise<A>) {
  const sending = useRef({ words: '', id: '' })
  return async (body: B): Promise<A> => {
    const words = JSON.stringify(body)
    const isRepeat = sending.current.words === words
    if (!isRepeat) sending.current = { words, id: newId() }
    try {
      return await make({ ...body, id: sending.current.id })
    } catch (error) {
      if (!isRepeat || !isOver(error)) throw error
      sending.current = { words, id: newId() }
      return make({ ...body, id: sending.current.id })
    }
  }
}
