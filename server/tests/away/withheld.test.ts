import { expect, test } from 'vitest'
import { setLanguage } from '#contract/accounts/session.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { aReport, profileTarget } from '#testing/moderation/cases.ts'
import { uuid } from '#testing/random.ts'

const TABLES = ['posts', 'users', 'reports']

test.each('08006 25P03 40001 40P01 53100 53200 53400 55P03 57014 57P05 58030'.split(' '))(
  'what the database withholds for a while (%s) is put off with a word when to come again, and taken then',
  async (state) => {
    await using lounge = await openLounge()
    const { club } = lounge
    const [mia, ben] = [await lounge.guest(), await lounge.guest()]
    const params = { slug: 'lounge' }
    const body = { id: uuid(), text: 'good evening' }
    const report = aReport(profileTarget(ben))
    const acts = [
      () => club.call(mia, createPost, { params, body }),
      () => club.call(mia, setLanguage, { body: { language: 'de' } }),
      () => club.call(mia, createReport, { body: report }),
    ]
    const onEach = (write: (table: string) => string) =>
      asOwner(club, () => TABLES.map(write).join(';'))
    await asOwner(
      club,
      () => `create function withhold() returns trigger language plpgsql as
        $$ begin raise exception 'withheld' using errcode = '${state}'; end $$`,
    )
    await onEach(
      (table) =>
        `create trigger withheld before insert or update on ${table} for each row execute function withhold()`,
    )
    for (const act of acts) {
      const { headers, ...refused } = await act()
      expect(refused).toMatchObject({ status: 503, code: 'unavailable' })
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
    }
    await onEach((table) => `drop trigger withheld on ${table}`)
    for (const act of acts) expect(await act()).toMatchObject({ ok: true })
    const page = await club.call(ben, listPosts, { params, query: {} })
    expect(page).toMatchObject({ answer: { posts: [{ id: body.id }] } })
  },
)
