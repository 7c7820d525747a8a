import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { openDatabase, sql, type Database } from '#server/platform/database.ts'
import { startEmbedded } from '#server/platform/embedded.ts'
import { silentLog } from '#server/platform/log.ts'

const PORT_LINE = /http:\/\/\S+:(\d+)/

/** The real server as a process of its own, on a database filled for measuring. Durable, as in life. */
export async function openBenchClub({ members = 100, posts = 20_000 } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bench-'))
  const cluster = await startEmbedded({ dataDir, log: silentLog, isServer: false })
  const club = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: cluster.url,
      LIMITS_FACTOR: '100000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const port = await firstMatch(club.stderr, PORT_LINE)
  const db = openDatabase(cluster.url)
  const cookies = await fill(db, members, posts)
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: cluster.url,
    db,
    cookies,
    async close() {
      club.kill('SIGTERM')
      await new Promise((resolve) => club.once('exit', resolve))
      await db.end()
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves to the first group of the first match in what a process says. */
export function firstMatch(from: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    from.on('data', (chunk: Buffer) => {
      said += String(chunk)
      const found = pattern.exec(said)?.[1]
      if (found) resolve(found)
    })
  })
}

async function fill(db: Database, members: number, posts: number): Promise<string[]> {
  const people = Array.from({ length: members }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  const ids = people.map(({ id }) => id)
  const hashes = people.map(({ token }) => createHash('sha256').update(token).digest())
  await db.run(sql`
    insert into users (id, email, password_hash, email_confirmed_at, admitted_at, created_at)
    select id, id || '@bench.invalid', '-', now(), now(), now() from unnest(${ids}::uuid[]) id`)
  await db.run(sql`
    insert into profiles (id, username, username_key, city, birthdate)
    select id, left(id::text, 8), id::text, 'Hamburg', '1990-01-01' from unnest(${ids}::uuid[]) id`)
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, token_since, created_at, last_used_at, expires_at)
    select gen_random_uuid(), id, hash, now(), now(), now(), now() + interval '30 days'
    from unnest(${ids}::uuid[], ${hashes}::bytea[]) as t (id, hash)`)
  await db.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select r.id, u.id, now() from rooms r, users u where r.access_level = 'free'`)
  await db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select gen_random_uuid(), r.id, n, (${ids}::uuid[])[1 + n % ${members}],
      'A post of the usual length, about the evening and what may come of it. ' || n, now()
    from rooms r, generate_series(1, ${Math.floor(posts / 3)}::integer) n where r.access_level = 'free'`)
  await db.run(sql`
    update rooms r set last_number = (select count(*) from posts p where p.room_id = r.id)`)
  await db.script('vacuum analyze')
  return people.map(({ token }) => `session=${token}`)
}
