import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getSubmission, listSubmissions } from '#contract/verification/review.ts'
import { readDocument } from '#server/features/verification/documents.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { sealedFiles } from '#testing/fixtures/documents.ts'
import { fillDemo } from './demo.ts'
import { addSubmissions } from './demo.submissions.ts'

const NOW = new Date('2026-06-15T18:00:00Z')

test(
  'the demo adds a queue to review, of drawn documents, sealed like any other, once',
  { timeout: 60_000 },
  async () => {
    await using club = await openClub({ now: NOW })
    await fillDemo(club.app)
    expect(await addSubmissions(club.config, club.db, NOW)).toBe(12)
    expect(await addSubmissions(club.config, club.db, NOW)).toBe(12)

    const admin = await club.member({ isAdmin: true })
    const listed = await club.call(admin, listSubmissions, { query: {} })
    if (!listed.ok) throw new Error(listed.code)
    const { submissions, waiting } = listed.answer
    expect(waiting).toBe(7)
    const statuses = Object.groupBy(submissions, ({ status }) => status)
    expect([statuses.verified, statuses.rejected].map((list) => list?.length)).toEqual([3, 2])

    const sealed = await sealedFiles(club)
    let images = 0
    for (const { id, status } of submissions) {
      const seen = await club.call(admin, getSubmission, { params: { submissionId: id } })
      if (!seen.ok) throw new Error(seen.code)
      expect(seen.answer).toMatchObject({ status, isOwn: false })
      expect(seen.answer.note !== null).toBe(status === 'rejected')
      for (const side of seen.answer.sides) {
        const bytes = await readDocument(club.app, id, side)
        expect((await sharp(bytes!).metadata()).format).toBe('jpeg')
        images += 1
      }
    }
    expect(images).toBe(sealed.size)
    for (const bytes of sealed.values()) expect(bytes.includes('JFIF')).toBe(false)
    const wrong = await club.db.rows(sql`
    select s.id from verification_submissions s
    join profiles p on p.id = s.user_id join users u on u.id = p.id
    where p.verification_status <> s.status or not u.is_demo`)
    expect(wrong).toEqual([])
  },
)
