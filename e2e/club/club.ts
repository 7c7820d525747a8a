import { logIn } from '#contract/accounts/auth.ts'
import { logOutEverywhere } from '#contract/accounts/session.ts'
import { setDoor } from '#contract/admission/admission.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import {
  COPY_CONSENT,
  stageFile,
  submitVerification,
  withdrawVerification,
  type Side,
} from '#contract/verification/verification.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { callUrl, readSetCookies } from '#testing/club/call.ts'
import { openServer } from '#testing/club/process/serverProcess.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { letters, now, uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { card } from '../acts/card.ts'
import { mailbox } from './mailbox.ts'
import { mintAccount, mintSession } from './minting.ts'
import { writePast } from './past.ts'
import { houseAddress } from '../acts/billing.ts'
import { openProxy } from './proxy.ts'

export const PASSWORD = 'correct horse battery'
/** By this a room that a journey opened for itself is told from the club's own. */
export const ROOM_FOR_PRACTICE = 'Ein Raum zum Üben.'

/** What somebody fills in to join; everything that must be unique is. */
export type SignedInPerson = { email: string; password: string; username: string; city: string }
export type Member = SignedInPerson & { cookie: string }

export function somebody(name = 'Mia'): SignedInPerson {
  // unlike any other in a club, and no wider than a name is: what wraps on a phone would be chance
  const tail = letters(10)
  return {
    email: `${name.toLowerCase()}.${tail}@example.org`,
    password: PASSWORD,
    username: `${name} ${tail}`,
    city: 'Hamburg',
  }
}

export type ClubOptions = {
  emailConfirmation: 'required' | 'off'
  /** Puts a proxy before the club that ends connections idle for so long. */
  lineCutAfterMs: number | null
  /** Puts a proxy before the club that is unreliable when asked to be (`club.line`). */
  throughProxy: boolean
  /** Who takes payments: nobody, or the house provider, which only pretends. */
  payments: 'off' | 'house'
}

export type ClubUnderTest = Awaited<ReturnType<typeof openClub>>

/** The real server with a data folder of its own, and short ways to what a journey begins with. */
export async function openClub(settings: ClubOptions) {
  const idleMs = settings.lineCutAfterMs ?? 0
  const proxy = settings.throughProxy || idleMs > 0 ? await openProxy({ idleMs }) : null
  const server = await openServer({
    env: {
      EMAIL_CONFIRMATION: settings.emailConfirmation,
      PAYMENTS: settings.payments,
      ...(proxy && { PUBLIC_URL: proxy.url }),
    },
  })
  proxy?.leadTo(server.url)
  const db = openDatabase(server.databaseUrl, { max: 2 })
  const house = settings.payments === 'house' ? await houseAddress(server.dataDir) : null
  const url = proxy?.url ?? server.url
  /** Past the proxy: what befalls the browsers' lines is not to befall the journey's own. */
  const ask = <E extends Endpoint>(cookie: string | undefined, call: E, request: RequestOf<E>) =>
    callUrl(server.url, cookie, call, request, { origin: url })
  const must = async <T extends { ok: boolean }>(call: Promise<T>) => {
    const result = await call
    if (!result.ok) throw new Error(`unexpected refusal: ${JSON.stringify(result)}`)
    return result as Extract<T, { ok: true }>
  }

  return {
    url,
    server,
    houseUrl: house,
    lineCuts: () => proxy?.cuts() ?? 0,
    /** The proxy before the club, for what is to go wrong on the way. */
    get line() {
      if (!proxy) throw new Error('this club stands behind no proxy')
      return proxy
    },
    mails: mailbox(server.dataDir),

    /** A member with a confirmed address, made without the screens and, but for an admin, without the door. */
    async member({
      name = 'Mia',
      isVerified = false,
      isAdmin = false,
      hasConsent = true,
    }: {
      name?: string
      isVerified?: boolean
      isAdmin?: boolean
      /** The consent to content of Art. 9 GDPR. */
      hasConsent?: boolean
    } = {}): Promise<Member> {
      const person = somebody(name)
      const own = await mintAccount(db, person, { hasConsent })
      if (isVerified)
        await db.run(sql`update profiles set verification_status = 'verified',
          verification_method = 'id_manual', verified_at = now() where id = ${own}`)
      if (isAdmin) await db.run(sql`insert into user_roles values (${own}, 'admin')`)
      // of those who may decide, the club notes that they came in
      const cookie = isAdmin ? await this.session(person) : await mintSession(db, own)
      return { ...person, cookie }
    },

    /** One more signed-in device; answers its cookie. */
    async session({ email, password }: SignedInPerson): Promise<string> {
      const { headers } = await must(ask(undefined, logIn, { body: { email, password } }))
      return readSetCookies(headers)
        .split('; ')
        .filter((pair) => pair.startsWith('session='))
        .join()
    },

    /** Decides how the club admits, as an admin would. */
    async admitBy({ cookie }: Member, admission: 'open' | 'invitation'): Promise<void> {
      await must(ask(cookie, setDoor, { body: { admission, invitationsPerMember: 3 } }))
    },

    async logOutEverywhere({ cookie }: Member): Promise<void> {
      await must(ask(cookie, logOutEverywhere, {}))
    },

    /** A room nobody else talks in. */
    async room({ name = 'Wintergarten', accessLevel = 'free' } = {}): Promise<string> {
      const slug = `room-${letters(8)}`
      await db.run(sql`insert into rooms (id, slug, name, description, icon, access_level, created_at)
        values (${uuid()}, ${slug}, ${name}, ${ROOM_FOR_PRACTICE}, 'armchair', ${accessLevel}, now())`)
      return slug
    },

    async enter({ cookie }: Member, slug: string): Promise<void> {
      await must(ask(cookie, enterRoom, { params: { slug } }))
    },

    /** A member in a room nobody else talks in, who has said these things. */
    async guest(...texts: string[]): Promise<{ mia: Member; slug: string }> {
      const mia = await this.member()
      const slug = await this.room()
      await this.enter(mia, slug)
      for (const text of texts) await this.post(mia, slug, text)
      return { mia, slug }
    },

    /** Documents handed in, as a browser would. */
    async submit({ cookie }: Member): Promise<void> {
      const file = new Uint8Array(await card(600, 380))
      const stage = async (side: Side) => {
        const request = { query: { side, type: 'jpeg' as const }, file }
        return (await must(ask(cookie, stageFile, request))).answer.fileId
      }
      const [frontId, selfieId] = [await stage('front'), await stage('selfie')]
      const body = { frontId, selfieId, consent: COPY_CONSENT } as const
      await must(ask(cookie, submitVerification, { body }))
    },

    async withdraw({ cookie }: Member): Promise<void> {
      await must(ask(cookie, withdrawVerification, {}))
    },

    /** Kept out for a month, as the desk would. */
    async suspend({ email }: Member): Promise<void> {
      const known = await db.row<{ id: string }>(sql`select id from users where email = ${email}`)
      await suspend(db, known!.id, new Date(now().getTime() + 30 * 86_400_000))
    },

    /** A birthdate nobody else has, in every form in which it could be given away. */
    async unusualBirthdate({ email }: Member): Promise<string[]> {
      await db.run(sql`update profiles set birthdate = '1987-03-29'
        where id = (select id from users where email = ${email})`)
      return ['1987-03-29', '29.03.1987', '19870329', '"birthdate"']
    },

    /** Where documents and photos lie, and under which keys. */
    async keptPlaces(): Promise<string[]> {
      const rows = await db.rows<{ id: string; path: string; wrapped: string }>(sql`
        select id, path, encode(wrapped, 'base64') as wrapped
        from verification_files join id_file_keys on file_id = id`)
      const own = rows.flatMap(({ id, path, wrapped }) => [id, path, wrapped])
      return [...own, 'id-uploads', 'profile-photos', server.dataDir]
    },

    /** As if whatever other journeys handed in had been decided. */
    async settleAll(): Promise<void> {
      await db.run(sql`update verification_submissions set status = 'rejected', decided_at = now(),
        review_note = 'Zum Üben.' where status = 'pending'`)
    },

    async post({ cookie }: Member, slug: string, text: string): Promise<void> {
      const body = { id: uuid(), text }
      await must(ask(cookie, createPost, { params: { slug }, body }))
    },

    /** What the room holds, newest first. */
    async stored(slug: string): Promise<string[]> {
      const rows = await db.rows<{ text: string }>(sql`
        select text from posts where room_id = (select id from rooms where slug = ${slug})
        order by number desc`)
      return rows.map(({ text }) => text)
    },

    /** Waits until the club can do what it is for, whatever it has to recover from. */
    async isBack({ cookie }: Member, slug: string): Promise<void> {
      const look = () => ask(cookie, listPosts, { params: { slug }, query: {} }).catch(() => null)
      await until(async () => (await look())?.ok, { what: 'a club that answers', everyMs: 50 })
    },

    ...writePast(db),

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
