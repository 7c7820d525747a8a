import { ProofDialog } from '#web/platform/proof/ProofDialog.tsx'
import { ProofDeclined, useProof } from '#web/platform/proof/useProof.ts'
import { Text } from '#web/text/Text.tsx'

/** Acts that may first need a password. `proof` is the dialog for it, to stand outside any form. */
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
    proof: <ProofDialog isOpen={isAsking} words={WORDS} onSettled={settle} />,
  }
}

const WORDS = {
  title: <Text ns="money" k="proof_title" />,
  text: <Text ns="money" k="proof_text" />,
  password: <Text ns="money" k="proof_password" />,
  wrong: <Text ns="money" k="proof_wrong" />,
  confirm: <Text ns="money" k="proof_confirm" />,
}
