import type { Side } from '#contract/verification/verification.ts'
import type { App } from '#server/platform/context.ts'
import { deleteFiles } from '#server/platform/files/deletions.ts'
import { findDocument } from './documents.queries.ts'

/**
 * The image of one side as it was stamped, a JPEG. Null when there is none, or no more.
 * Callers write the entry in the audit log before anybody sees it.
 */
export async function readDocument(
  { db, vault }: Pick<App, 'db' | 'vault'>,
  submissionId: string,
  side: Side,
): Promise<Buffer<ArrayBuffer> | null> {
  const read = async () => {
    const found = await findDocument(db, submissionId, side)
    return found && vault.get(found.path, found, { ...found, submissionId, side })
  }
  try {
    return (await read()) ?? null
  } catch {
    // the turn of the month, or shredding, came in between: what the row says now holds
    return (await read()) ?? null
  }
}

/** Removes files whose rows are gone. What this leaves behind, the job of deletions finds, or the sweep. */
export const removeFiles = (
  app: Pick<App, 'db' | 'files' | 'log'>,
  paths: readonly string[],
): Promise<void> => deleteFiles(app, { store: 'id-uploads', keys: paths })
