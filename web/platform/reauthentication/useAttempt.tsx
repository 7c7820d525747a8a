import { ProofDialog } from './ProofDialog.tsx'
import { ProofDeclined, useProof } from './useProof.ts'

/**
 * Acts that may first need a proof. `proof` is the dialog for it: inside the dialog that the act
 * stands in, if any, and outside every form.
 */
export function useAttempt() {
  const { withProof, isAsking, settle } = useProof()
  return {
    /** Whether it was done; it was not where somebody would not prove who they are. */
    async attempt(act: () => Promise<unknown>): Promise<boolean> {
      try {
        await withProof(act)
        return true
      } catch (error) {
        if (error instanceof ProofDeclined) return false
        throw error
      }
    },
    /** Asks no longer: what the proof was for has gone. */
    decline: () => settle(false),
    proof: <ProofDialog isOpen={isAsking} onSettled={settle} />,
  }
}
