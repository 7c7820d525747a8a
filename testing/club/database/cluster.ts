import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { workerNumber } from '#testing/processors.ts'
import { serial } from '#testing/random.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker, or one for all. */
    clusters: Cluster[]
  }
}

/** A server of PostgreSQL for tests. */
export type Cluster = {
  /** Where the run's own databases are made, as the role that owns them. */
  ownerUrl: string
  /** The same, as the role the club runs as. */
  url: string
  /** The same, as a superuser; null where a server was given. */
  superuserUrl: string | null
  /** A migrated, otherwise empty database to copy. */
  template: string
}

/** The one this worker makes its databases in. */
export function findCluster(): Cluster {
  const clusters = inject('clusters')
  return clusters[workerNumber() % clusters.length]!
}

/** A connection costs PostgreSQL a process: one after the other, a worker needs one for all. */
let owner: Database | undefined
/** May end whatever session is still open, other superusers' too. */
let dropper: Database | undefined

type Copied = { empty?: boolean; encoding?: string }

/** A database of one's own, copied from the migrated template, or an `empty` one. */
export async function cloneDatabase({ empty = false, encoding }: Copied = {}): Promise<{
  url: string
  ownerUrl: string
  drop(): Promise<void>
}> {
  const cluster = findCluster()
  const name = `test_${process.pid}_${serial()}`
  owner ??= openDatabase(cluster.ownerUrl)
  // copied as files: through the log it takes twice as long
  const plain = encoding ? ` template template0 locale 'C' encoding '${encoding}'` : ''
  const from = empty ? plain : ` template ${cluster.template} strategy file_copy`
  await owner.script(`create database ${name}${from}`)
  // which a copy does not bring along
  await owner.script(`revoke create, temporary on database ${name} from public`)
  const at = (given: string) => {
    const url = new URL(given)
    url.pathname = `/${name}`
    return url.href
  }
  return {
    url: at(cluster.url),
    ownerUrl: at(cluster.ownerUrl),
    drop: () => {
      dropper ??= openDatabase(cluster.superuserUrl ?? cluster.ownerUrl)
      return dropper.script(`drop database if exists ${name} with (force)`)
    },
  }
}
