import { verifyAudit } from '#server/platform/audit.ts'
import type { Sql } from '#server/platform/database.ts'

/** Follows the whole audit log; answers what was found, in the words of the command line. */
export async function reportAudit(on: Sql): Promise<{ isWhole: boolean; says: string }> {
  const { entries, head, tampered } = await verifyAudit(on)
  if (tampered !== null)
    return {
      isWhole: false,
      says: `The audit log was tampered with: entry ${tampered} is the first that is not what was written, or follows a gap.`,
    }
  if (entries === 0) return { isWhole: true, says: 'The audit log is empty.' }
  const chain = `${entries} ${entries === 1 ? 'entry' : 'entries'}, all as written.`
  const proof = `Head ${head}; kept elsewhere, it proves later that nothing was cut off the end.`
  return { isWhole: true, says: `${chain}\n${proof}` }
}
