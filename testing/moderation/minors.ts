// Somebody who may be a minor, among those who report, review and decide.
import { getSession } from '#contract/accounts/session.ts'
import { getMember } from '#contract/members/profiles.ts'
import { decideSubmission } from '#contract/verification/review.ts'
import type { TestMember } from '#testing/club/club.ts'
import { profileTarget, queue, reportTarget } from './cases.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { insertSubmission, lookAtImage, proveSession } from '#testing/fixtures/submissions.ts'

const NOW = '2026-05-04T18:00:00.000Z'
export const MINOR = { reason: 'minor' as const }
/** What others see of somebody who is suspended, and of anybody else. */
export const GONE = { page: false, posts: false }
export const THERE = { page: true, posts: true }

const TICKED = { photoMatches: true, documentValid: true, birthdateMatches: true, isAdult: true }

export async function openMinors(options: Parameters<typeof openLounge>[0] = {}) {
  const salon = await openLounge({ now: NOW, ...options })
  const { club } = salon
  const [mia, tom] = [await salon.guest({ username: 'Mia' }), await salon.guest()]
  const moderator = await club.member({ isModerator: true })
  const admin = await club.member({ isAdmin: true })
  await proveSession(club, admin)
  await salon.post(tom, { text: 'good evening' })
  const review = async (
    body: { decision: 'verified' } | { decision: 'rejected'; note: string; isMinor: true },
    whose: { userId: string } = tom,
    submissionId?: string,
  ) => {
    const { id } = submissionId ? { id: submissionId } : await insertSubmission(club, whose)
    await lookAtImage(club, admin, id)
    await proveSession(club, admin)
    const checked = body.decision === 'verified' ? { checklist: TICKED } : {}
    return club.call(admin, decideSubmission, {
      params: { submissionId: id },
      body: { ...body, ...checked },
    })
  }
  return {
    ...salon,
    club,
    mia,
    tom,
    moderator,
    admin,
    sees: async (who: TestMember, whom: TestMember) => {
      const page = await salon.list(who)
      const { ok } = await club.call(who, getMember, { params: { memberId: whom.userId } })
      const posts = page.ok && page.answer.posts.some(({ author }) => author.id === whom.userId)
      return { page: ok, posts }
    },
    suspensionOf: async (who: TestMember) => {
      const got = await club.call(who, getSession, {})
      return got.ok ? got.answer.session?.suspension : undefined
    },
    report: () => reportTarget(club, mia, profileTarget(tom), MINOR),
    onlyCase: async () => (await queue(club, moderator))[0]!,
    mailsTo: async ({ email }: TestMember) =>
      (await club.mails())
        .filter(({ to }) => to === email)
        .map(({ text }) => text)
        .join('\n'),
    /** What was handed in, or what is handed in for it. */
    approve: (submissionId?: string) => review({ decision: 'verified' }, tom, submissionId),
    findMinor: (whose?: { userId: string }) =>
      review({ decision: 'rejected', note: 'Das Bild passt nicht.', isMinor: true }, whose),
  }
}
