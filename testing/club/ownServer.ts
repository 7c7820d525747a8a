import { openApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { serveClub } from '#server/serve.ts'
import { openStore } from '#server/store.ts'
import { newMember } from '#testing/fixtures/members.ts'
import { now, uuid } from '#testing/random.ts'

/** A member who belongs to a room of this name, written past any server. */
export async function writeMember(config: Config, url: string, slug: string) {
  const { member, insert } = await newMember({ config, now: now() }, {})
  const db = openDatabase(url, { max: 1 })
  const roomId = uuid()
  await db.run(insert)
  await db.run(sql`
    insert into rooms (id, slug, name, access_level, created_at)
    values (${roomId}, ${slug}, 'Lounge', 'free', now())`)
  await db.run(sql`
    insert into room_members (room_id, user_id, created_at)
    values (${roomId}, ${member.userId}, now())`)
  await db.end()
  return member
}

/** A server on the database and the folders that its settings name, as `npm start` would open it; no jobs. */
export async function openOwnServer(config: Config) {
  const store = await openStore(config, { log: silentLog, isServer: true })
  const app = await openApp(config, store.url, { log: silentLog, work: false })
  const server = await serveClub(app, {
    host: '127.0.0.1',
    port: 0,
    site: config.dataDir,
    sharesLoop: true,
  })
  const url = `http://127.0.0.1:${server.port}`
  config.publicUrl = url
  return {
    app,
    url,
    async ready() {
      const answer = await fetch(`${url}/readyz`)
      return { status: answer.status, ...((await answer.json()) as { warnings: string[] }) }
    },
    async close() {
      await server.close()
      await app.close()
      await store.close()
    },
  }
}
