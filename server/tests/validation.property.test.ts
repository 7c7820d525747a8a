import { expect, test } from 'vitest'
import * as z from 'zod'
import { logIn } from '#contract/accounts/auth.ts'
import { ResetPassword, setPassword } from '#contract/accounts/recovery.ts'
import { SignUpBody, signUp } from '#contract/admission/signup.ts'
import { birthdateProblem } from '#contract/admission/birthdate.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { CurrentPassword } from '#contract/fields.ts'
import { PostText } from '#contract/posts/textFields.ts'
import { createPost } from '#contract/posts/posts.ts'
import { cleanText, codePoints } from '#contract/words.ts'
import { sql } from '#server/platform/database/database.ts'
import { inBatches, passwords, RUNS, samples, signUps, text } from '#testing/fuzz/anyText.ts'
import { openClub } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { uuid } from '#testing/random.ts'

/** For a machine that has other things to do. */
const PATIENT = { timeout: 180_000 }

type Wrong = { path: string; message: string }[]
const sorted = (wrong: Wrong) => wrong.map(({ path, message }) => `${path} ${message}`).sort()

/** What the browser says of a form: the contract's schema, on the JSON that would be sent. */
function wrongIn(schema: z.core.$ZodType, value: unknown): Wrong {
  const { error } = z.safeParse(schema, value)
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }))
}

const openFastClub = () => openClub({ config: { limitsFactor: 1_000_000 } })

test('browser and server find the same wrong with any sign-up', PATIENT, async () => {
  await using club = await openFastClub()
  const now = club.app.now()
  await inBatches(samples(signUps), async (form) => {
    // never accepted, so that every field is judged and nobody's password is hashed
    const refused = {
      ...form,
      isAdult: true as const,
      acceptsTerms: false as never,
      termsVersion: documentVersions.terms,
    }
    const answer = await club.call(null, signUp, { body: refused })
    const expected = wrongIn(SignUpBody, JSON.parse(JSON.stringify(refused)))
    expect(expected).toContainEqual({ path: 'acceptsTerms', message: 'terms_required' })
    expect(!answer.ok && answer.body.errors, JSON.stringify(form)).toBeTruthy()
    if (!answer.ok)
      expect(sorted(answer.body.errors!), JSON.stringify(form)).toEqual(sorted(expected))

    // with every field right, all that is left to refuse is a password everybody knows
    const accepted = { ...refused, acceptsTerms: true as const, password: 'password' }
    const wrong = wrongIn(SignUpBody, accepted)
    const age = wrong.length === 0 ? birthdateProblem(form.birthdate.trim(), now) : null
    if (age) wrong.push({ path: 'birthdate', message: age })
    const second = await club.call(null, signUp, { body: accepted })
    expect(second.ok).toBe(false)
    if (second.ok) return
    expect(
      second.code === 'weak_password' ? [] : sorted(second.body.errors!),
      JSON.stringify(form),
    ).toEqual(sorted(wrong))
  })
})

test(
  'browser and server find the same wrong with any new and any current password',
  PATIENT,
  async () => {
    await using club = await openFastClub()
    const mia = await club.member()
    await inBatches(samples(passwords), async (password) => {
      const wire = JSON.parse(JSON.stringify({ password })) as { password: string }
      // without the current password nothing is set, and nothing is hashed
      const set = await club.call(mia, setPassword, { body: { password } })
      const wrong = wrongIn(z.object({ password: ResetPassword }), wire)
      expect(!set.ok && sorted(set.body.errors!), JSON.stringify(password)).toEqual(
        sorted(
          wrong.length > 0
            ? wrong
            : [{ path: 'currentPassword', message: 'current_password_required' }],
        ),
      )
      const response = await club.call(null, logIn, { body: { email: 'nowhere', password } })
      expect(!response.ok && sorted(response.body.errors!), JSON.stringify(password)).toEqual(
        sorted([
          { path: 'email', message: 'email_invalid' },
          ...wrongIn(z.object({ password: CurrentPassword }), wire),
        ]),
      )
    })
  },
)

test(
  'what the browser lets through as a post is stored as it was cleaned, and nothing else is',
  PATIENT,
  async () => {
    await using club = await openFastClub()
    const mia = await club.member()
    const room = await club.room()
    await club.join(mia, room)
    const stored = new Map<string, string>()
    await inBatches(samples(text(1, 240)), async (said) => {
      const id = uuid()
      const answer = await club.call(mia, createPost, {
        params: room,
        body: { id, text: said },
      })
      const { data, error } = PostText.safeParse(JSON.parse(JSON.stringify(said)))
      expect(answer.ok, JSON.stringify(said)).toBe(error === undefined)
      if (!answer.ok)
        expect(sorted(answer.body.errors!)).toEqual(
          sorted(error!.issues.map(({ message }) => ({ path: 'text', message }))),
        )
      else {
        expect(answer.answer.text).toBe(data)
        stored.set(id, data!)
      }
    })
    const rows = await club.db.rows<{ id: string; text: string; length: number }>(
      sql`select id, text, char_length(text) as length from posts`,
    )
    expect(new Map(rows.map((row) => [row.id, row.text]))).toEqual(stored)
    expect(stored.size).toBeGreaterThan(RUNS / 10)
    expect(stored.size).toBeLessThan(RUNS)
    for (const row of rows) {
      expect(row.length).toBe(codePoints(row.text))
      expect(cleanText(row.text).trim()).toBe(row.text)
    }
  },
)

test('what signs up is stored as the contract cleaned it, letter by letter', PATIENT, async () => {
  await using club = await openFastClub()
  const good = samples(signUps, 4000)
    .map((form) => ({
      ...newcomer().body,
      username: form.username,
      city: form.city,
      bio: form.bio,
    }))
    .filter((body) => SignUpBody.safeParse(body).success)
  expect(good.length).toBeGreaterThan(50)
  await inBatches(good.slice(0, 50), async (body) => {
    const joined = await club.call(null, signUp, { body })
    // two of them may look the same
    if (!joined.ok) return expect(joined.code).toBe('23505')
    const { username, city } = SignUpBody.parse(JSON.parse(JSON.stringify(body)))
    expect(joined.answer.session).toMatchObject({ username, city })
    const row = await club.db.row(sql`
      select p.username, p.city, p.bio from profiles p join users u on u.id = p.id
      where u.email = ${body.email}`)
    // kept no sooner than the consent it needs
    expect(row).toEqual({ username, city, bio: null })
  })
})
