import { randomBytes, randomUUID } from 'node:crypto'
import { logIn, logOutEverywhere, signUp } from '#contract/auth.ts'
import { createPost } from '#contract/posts.ts'
import { enterRoom } from '#contract/rooms.ts'
import { openDatabase, sql } from '#server/platform/database.ts'
import { callAt, cookiesFrom } from '#server/testing/call.ts'
import { openServer } from '#server/testing/serverProcess.ts'
import { mailbox } from './mailbox.ts'
import { openProxy } from './proxy.ts'

export const PASSWORD = 'correct horse battery'

/** What somebody fills in to join; everything that must be unique is. */
export type Person = { email: string; password: string; username: string; city: string }
export type Member = Person & { cookie: string }

export function somebody(name = 'Mia'): Person {
  const tail = randomBytes(4).toString('hex')
  return {
    email: `${name.toLowerCase()}.${tail}@example.org`,
    password: PASSWORD,
    username: `${name} ${tail}`,
    city: 'Hamburg',
  }
}

export type Settings = {
  emailConfirmation: 'required' | 'off'
  /** Puts a proxy before the club that ends connections idle for so long. */
  lineCutAfterMs: number | null
}

export type Club = Awaited<ReturnType<typeof openClub>>

/** The real server with a data folder of its own, and short ways to what a journey begins with. */
export async function openClub(settings: Settings) {
  const proxy = settings.lineCutAfterMs ? await openProxy(settings.lineCutAfterMs) : null
  const server = await openServer({
    env: {
      EMAIL_CONFIRMATION: settings.emailConfirmation,
      ...(proxy && { PUBLIC_URL: proxy.url }),
    },
  })
  proxy?.leadTo(server.url)
  const db = openDatabase(server.databaseUrl, { max: 2 })
  const url = proxy?.url ?? server.url
  const must = async <T extends { ok: boolean }>(call: Promise<T>) => {
    const result = await call
    if (!result.ok) throw new Error(`unexpected refusal: ${JSON.stringify(result)}`)
    return result as Extract<T, { ok: true }>
  }

  return {
    url,
    server,
    lineCuts: () => proxy?.cuts() ?? 0,
    mails: mailbox(server.dataDir),

    /** A member with a confirmed address, made without the screens. */
    async member({
      name = 'Mia',
      isVerified = false,
      isAdmin = false,
    }: { name?: string; isVerified?: boolean; isAdmin?: boolean } = {}): Promise<Member> {
      const person = somebody(name)
      const body = {
        ...person,
        isAdult: true as const,
        birthdate: '01.04.1990',
        bio: '',
        acceptsTerms: true as const,
      }
      await must(callAt(url, undefined, signUp, { body }))
      await db.run(sql`update users set email_confirmed_at = now() where email = ${person.email}`)
      const own = sql`(select id from users where email = ${person.email})`
      if (isVerified)
        await db.run(sql`update profiles set verification_status = 'verified',
          verification_method = 'id_manual', verified_at = now() where id = ${own}`)
      if (isAdmin) await db.run(sql`insert into user_roles values (${own}, 'admin')`)
      return { ...person, cookie: await this.session(person) }
    },

    /** One more signed-in device; answers its cookie. */
    async session({ email, password }: Person): Promise<string> {
      const { headers } = await must(callAt(url, undefined, logIn, { body: { email, password } }))
      return cookiesFrom(headers)
        .split('; ')
        .filter((pair) => pair.startsWith('session='))
        .join()
    },

    async logOutEverywhere({ cookie }: Member): Promise<void> {
      await must(callAt(url, cookie, logOutEverywhere, {}))
    },

    /** A room nobody else talks in. */
    async room({ name = 'Wintergarten', accessLevel = 'free' } = {}): Promise<string> {
      const slug = `room-${randomBytes(4).toString('hex')}`
      await db.run(sql`insert into rooms (id, slug, name, description, icon, access_level, created_at)
        values (${randomUUID()}, ${slug}, ${name}, 'Ein Raum zum Üben.', 'armchair', ${accessLevel}, now())`)
      return slug
    },

    async enter({ cookie }: Member, slug: string): Promise<void> {
      await must(callAt(url, cookie, enterRoom, { params: { slug } }))
    },

    async post({ cookie }: Member, slug: string, text: string): Promise<void> {
      const body = { id: randomUUID(), text }
      await must(callAt(url, cookie, createPost, { params: { slug }, body }))
    },

    /** What the room holds, newest first. */
    async stored(slug: string): Promise<string[]> {
      const rows = await db.rows<{ text: string }>(sql`
        select text from posts where room_id = (select id from rooms where slug = ${slug})
        order by number desc`)
      return rows.map(({ text }) => text)
    },

    async accounts(email: string): Promise<number> {
      const rows = await db.rows(sql`select 1 from users where email = ${email.toLowerCase()}`)
      return rows.length
    },

    async close(): Promise<void> {
      await db.end()
      proxy?.close()
      await server[Symbol.asyncDispose]()
    },
  }
}
