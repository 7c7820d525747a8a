import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { Bio, City, Username } from '#contract/members/profileFields.ts'
import { emailForm } from '#contract/email.ts'
import { Email } from '#contract/emailField.ts'
import { PostText } from '#contract/posts/textFields.ts'
import { limits } from '#contract/limits.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { RoomSlug } from '#contract/rooms/rooms.ts'
import { cleanLine, cleanName, cleanWords } from '#contract/words.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import {
  anything,
  emails,
  inBatches,
  RUNS,
  samples,
  text,
  usernames,
} from '#testing/fuzz/anyText.ts'
import { openClub, type Club } from '#testing/club/club.ts'

/** For a machine that has other things to do. */
const PATIENT = { timeout: 180_000 }

const isNoAddress = (email: string): boolean =>
  Email.safeParse(email).error?.issues.some(({ message }) => message === 'email_invalid') ?? false

const columns = [
  {
    name: 'a post',
    inputs: text(1, limits.postText),
    schema: PostText,
    clean: cleanWords,
    insert: (value: string | null, owner: string, room: string) => sql`
      insert into posts (id, room_id, number, user_id, text, created_at)
      values (gen_random_uuid(), ${room}, 1, ${owner}, ${value}, now())`,
  },
  {
    name: 'a username',
    inputs: usernames,
    schema: Username,
    clean: cleanName,
    insert: (value: string | null, owner: string) =>
      sql`update profiles set username = ${value} where id = ${owner}`,
  },
  {
    name: 'a city',
    inputs: text(1, limits.city),
    schema: City,
    clean: (raw: string) => cleanLine(raw) || null,
    insert: (value: string | null, owner: string) =>
      sql`update profiles set city = ${value} where id = ${owner}`,
  },
  {
    name: 'a bio',
    inputs: text(1, limits.bio),
    schema: Bio,
    clean: (raw: string) => cleanWords(raw) || null,
    insert: (value: string | null, owner: string) =>
      sql`update profiles set bio = ${value} where id = ${owner}`,
  },
  {
    name: 'an address',
    // what is no address at all is the browser's and the server's to say; the row knows its length
    inputs: emails.filter((email) => !isNoAddress(email)),
    schema: Email,
    clean: emailForm,
    insert: (value: string | null, owner: string) =>
      sql`update users set email = ${value} where id = ${owner}`,
  },
]
test.each(columns)(
  `the database takes $name exactly when the contract does`,
  PATIENT,
  async ({ inputs, schema, clean, insert }) => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000 } })
    const { userId } = await club.member()
    const room = await club.room()
    const raw = samples(inputs)
    const takes = await accepts(club, raw, (one) => insert(clean(one), userId, room.id))
    let accepted = 0
    raw.forEach((one, at) => {
      const { success, data } = schema.safeParse(one)
      if (success) {
        accepted += 1
        expect(data, JSON.stringify(one)).toBe(clean(one))
      }
      expect(takes[at], JSON.stringify(one)).toBe(success)
    })
    expect(accepted).toBeGreaterThan(RUNS / 10)
    expect(accepted).toBeLessThan(RUNS)
  },
)

test(
  'a slug that is none to the browser is none to the server and the database',
  PATIENT,
  async () => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000 } })
    const mia = await club.member()
    const slugs = samples(
      fc
        .oneof(
          fc.string({
            unit: fc.constantFrom(...'abz09-_A.é\n'),
            minLength: 1,
            maxLength: 62,
            size: 'max',
          }),
          fc.integer({ min: 58, max: 62 }).map((length) => 'a'.repeat(length)),
          anything(8),
        )
        // what never arrives: browsers resolve dots, and half a character is no address
        .filter((slug) => slug.isWellFormed() && !/^\.*$|\0/.test(slug)),
    )
    const takes = await accepts(
      club,
      slugs,
      (slug) => sql`
    insert into rooms (id, slug, name, access_level, created_at)
      values (gen_random_uuid(), ${slug}, '', 'free', now())`,
    )
    await inBatches([...slugs.entries()], async ([at, slug]) => {
      const isSlug = RoomSlug.safeParse(slug).success
      expect(takes[at], JSON.stringify(slug)).toBe(isSlug)
      const answer = await club.call(mia, listPosts, { params: { slug }, query: {} })
      expect(!answer.ok && answer.code, JSON.stringify(slug)).toBe(
        isSlug ? 'room_not_found' : 'invalid_input',
      )
    })
  },
)

/** Which of the values a statement goes through with; all of it is taken back. */
async function accepts<T>(
  { db }: Club,
  values: readonly T[],
  statement: (value: T) => ReturnType<typeof sql>,
): Promise<boolean[]> {
  const found: boolean[] = []
  const undone = new Error('undone')
  const tryOne = async (tx: Sql, value: T) => {
    await tx.run(sql`savepoint one`)
    const isTaken = await tx.run(statement(value)).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== '23514') throw error
        return false
      },
    )
    await tx.run(sql`rollback to savepoint one`)
    found.push(isTaken)
  }
  await db
    .transaction(async (tx) => {
      for (const value of values) await tryOne(tx, value)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return found
}
