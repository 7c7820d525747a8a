import { hasHead, verifyAudit } from '#server/platform/limits/audit.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { readManifest } from './backup/manifest.ts'

type Heads = readonly string[]

/** Heads of former days, as they were kept elsewhere: given, or in a backup. Throws a `SetupError`. */
export async function expectedHeads(from: {
  head?: string | undefined
  backup?: string | undefined
}): Promise<Heads> {
  if (from.head !== undefined && !/^[0-9a-f]{64}$/i.test(from.head.trim()))
    throw new SetupError('--head is the 64 letters and digits that stand behind "Head".')
  const manifest = from.backup === undefined ? null : await readManifest(from.backup)
  const noted = manifest?.kind === 'club' ? manifest.auditHead : null
  if (manifest && !noted)
    throw new SetupError(`${from.backup} holds no head of the audit log; name another backup.`)
  return [from.head?.trim().toLowerCase(), noted ?? undefined].filter((one) => one !== undefined)
}

/**
 * Follows the whole audit log, and looks in it for the heads of former days; answers what was found,
 * in the words of the command line.
 */
export async function reportAudit(
  on: Sql,
  expected: Heads = [],
): Promise<{ isWhole: boolean; says: string }> {
  const { entries, head, tampered } = await verifyAudit(on)
  if (tampered !== null)
    return {
      isWhole: false,
      says: `The audit log was tampered with: entry ${tampered} is the first that is not what was written, or follows a gap.`,
    }
  for (const one of expected)
    if (!(await hasHead(on, one)))
      return {
        isWhole: false,
        says: `The audit log was tampered with: no entry has the head ${one}. Only one that is past its time of keeping may be gone.`,
      }
  if (entries === 0) return { isWhole: true, says: 'The audit log is empty.' }
  const chain = `${entries} ${entries === 1 ? 'entry' : 'entries'}, all as written.`
  const known = expected.length > 0 ? ' The head that was kept elsewhere is among them.' : ''
  const proof = `Head ${head}; kept elsewhere, it proves later that nothing was cut off the end.`
  return { isWhole: true, says: `${chain}${known}\n${proof}` }
}
