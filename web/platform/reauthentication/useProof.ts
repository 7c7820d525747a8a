import { useRef, useState } from 'react'
import { CallError } from '#web/platform/api/call.ts'

/** Somebody did not prove who they are; what they were about to do is left as it was. */
export class ProofDeclined extends Error {
  override name = 'ProofDeclined'
}

export type WithProof = <T>(act: () => Promise<T>) => Promise<T>

type Question = { answer: Promise<boolean>; settle: (isProven: boolean) => void }

/**
 * Acts that may first need a password: the act is tried, and if the server asks for a proof, the
 * person is asked, and then it is done after all. Several acts at once ask one question.
 */
export function useProof() {
  const question = useRef<Question | null>(null)
  const [isAsking, setAsking] = useState(false)

  const ask = (): Promise<boolean> => {
    if (!question.current) {
      let settle: Question['settle'] = () => {}
      const answer = new Promise<boolean>((resolve) => (settle = resolve))
      question.current = { answer, settle }
      setAsking(true)
    }
    return question.current.answer
  }
  const settle = (isProven: boolean) => {
    question.current?.settle(isProven)
    question.current = null
    setAsking(false)
  }
  const withProof: WithProof = async (act) => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'proof_needed') throw error
      if (!(await ask())) throw new ProofDeclined()
      return await act()
    }
  }
  return { withProof, isAsking, settle }
}
