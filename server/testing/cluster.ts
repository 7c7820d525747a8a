import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database the run's own databases are created from. */
    adminUrl: string
    /** A migrated, otherwise empty database to copy. */
    template: string
  }
}

/** A database of one's own, copied from the migrated template, or an `empty` one. */
export async function cloneDatabase({ empty = false }: { empty?: boolean } = {}): Promise<{
  url: string
  drop(): Promise<void>
}> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(adminUrl, { max: 1 })
  await admin.script(`create database ${name}${empty ? '' : ` template ${inject('template')}`}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await admin.script(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
