import { listPhotoKeys } from '#server/features/members/members.ts'
import { listDocumentPaths } from '#server/features/verification/verification.ts'
import type { App } from '#server/platform/context.ts'
import { countDeletions } from '#server/platform/files/deletions.ts'
import type { StoreName } from '#server/platform/files/fileStore.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'

/** Of which a row is known for each. What no row knows, the sweep of its store removes. */
const KNOWN = [
  ['profile-photos', listPhotoKeys],
  ['id-uploads', listDocumentPaths],
] as const satisfies [StoreName, unknown][]

type Compared = {
  /** Files that rows name. */
  known: number
  /** Of those, the ones that are not there. */
  missing: number
  /** Deletions the store has not confirmed for a day. */
  unconfirmed: number
}

/** Compares rows with files. A list that is behind is no proof: what it lacks is asked for by its name. */
export async function compareFiles({
  db,
  files,
  now,
}: Pick<App, 'db' | 'files' | 'now'>): Promise<Compared> {
  const unconfirmed = await countDeletions(db, new Date(now().getTime() - DAY_MS))
  const compared = { known: 0, missing: 0, unconfirmed }
  for (const [name, listKeys] of KNOWN) {
    const there = new Set<string>()
    for await (const { key, isWhole } of files.store(name).list()) if (isWhole) there.add(key)
    const keys = await listKeys(db)
    compared.known += keys.length
    const lacking: string[] = []
    for (const key of keys)
      if (!there.has(key) && !(await files.store(name).get(key))) lacking.push(key)
    // removed meanwhile
    const still = lacking.length > 0 ? new Set(await listKeys(db)) : new Set()
    compared.missing += lacking.filter((key) => still.has(key)).length
  }
  return compared
}

/** Nightly, into the log. */
export async function logComparison(app: App): Promise<void> {
  const compared = await compareFiles(app)
  const isWell = compared.missing === 0 && compared.unconfirmed === 0
  if (isWell) app.log.info(compared, 'rows and files were compared')
  else app.log.error(compared, 'rows and files differ; look at npm run club -- doctor')
}
