import type { Config } from '#server/config.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { listBackups, listOverdue, type Kind } from './backup/folder.ts'
import { readLastBackups } from './backup/lastBackups.ts'

/** They are made daily; half a day late is late. */
const LATE_MS = 36 * HOUR_MS

const OF: Record<Kind, { what: string; command: string }> = {
  club: { what: 'everything', command: 'npm run club -- backup --to FOLDER' },
  keys: { what: 'the keys', command: 'npm run club -- backup --keys --to FOLDER' },
}

/** Whether there are backups, new ones, and none that must be gone. */
export async function backups(config: Config, now: Date): Promise<string> {
  const notes = await readLastBackups(config)
  const says: string[] = []
  for (const kind of ['club', 'keys'] as const) {
    const { what, command } = OF[kind]
    const note = notes[kind]
    if (!note) {
      if (config.secure)
        throw new SetupError(`There is no backup of ${what}; run ${command} daily.`)
      says.push(`none of ${what} yet (${command})`)
      continue
    }
    const { folder } = note
    const whole = (await listBackups(folder)).filter((one) => one.kind === kind && one.isWhole)
    const newest = whole.at(-1)
    if (!newest)
      throw new SetupError(
        `The backup of ${what} in ${folder} is gone; bring it back, or make one.`,
      )
    const ageMs = now.getTime() - newest.takenAt.getTime()
    const age = `${Math.round(ageMs / HOUR_MS)} hours old`
    if (ageMs > LATE_MS)
      throw new SetupError(
        `The newest backup of ${what} in ${folder} is ${age}; run ${command} daily.`,
      )
    const [overdue] = await listOverdue(folder, kind, now)
    if (overdue)
      throw new SetupError(`${folder} still holds ${overdue}, which is too old; remove it.`)
    says.push(`of ${what} in ${folder}, ${age}`)
  }
  return says.join('; ')
}
