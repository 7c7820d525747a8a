import { expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { sendMessage } from '#contract/contact.ts'
import { listDocumentViews, listSentMails } from '#contract/privacy/ownData.ts'
import { getImage } from '#contract/verification/review.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { aMessage } from '#testing/moderation/messages.ts'
import { insertSubmission, openLink } from '#testing/fixtures/submissions.ts'

const mailsOf = async (club: Club, who: { cookie: string }) => {
  const got = await club.call(who, listSentMails, {})
  if (!got.ok) throw new Error(got.code)
  return got.answer.mails
}

test('members see when and why somebody looked at their documents, and not who', async () => {
  await using club = await openClub({ now: '2026-11-21T12:00:00Z' })
  const [mia, ben] = [await club.member(), await club.member()]
  const admin = await club.member({ isAdmin: true })
  const { id } = await insertSubmission(club, mia)
  expect(await club.call(mia, listDocumentViews, {})).toMatchObject({ answer: { views: [] } })
  for (const side of ['front', 'selfie'] as const) {
    const link = await openLink(club, admin, id, side)
    const path = getImage.path.replace(':submissionId', id).replace(':side', side)
    await fetch(`${club.url}${path}?link=${link}`, { headers: { cookie: admin.cookie } })
    club.clock.advance({ minutes: 1 })
  }
  const seen = await club.call(mia, listDocumentViews, {})
  expect(seen).toMatchObject({
    answer: {
      views: [
        { at: '2026-11-21T12:01:00.000Z', side: 'selfie', purpose: 'review' },
        { at: '2026-11-21T12:00:00.000Z', side: 'front', purpose: 'review' },
      ],
    },
  })
  expect(JSON.stringify(seen)).not.toContain(admin.userId)
  expect(await club.call(ben, listDocumentViews, {})).toMatchObject({ answer: { views: [] } })
})

test('members see which mails went to them, and when: 90 days long, newest first', async () => {
  await using club = await openClub({ now: '2026-11-21T12:00:00Z' })
  const [mia, ben] = [await club.member(), await club.member()]
  for (let n = 0; n < 2; n += 1) {
    await club.call(null, requestPasswordReset, { body: { email: mia.email } })
    await club.mails()
    club.clock.advance({ days: 1 })
  }
  const mails = await mailsOf(club, mia)
  expect(mails).toEqual([
    { sentAt: '2026-11-22T12:00:00.000Z', subject: mails[0]!.subject },
    { sentAt: '2026-11-21T12:00:00.000Z', subject: mails[0]!.subject },
  ])
  const [mail] = await club.mails()
  expect(mails[0]!.subject).toBe(mail!.subject)
  expect(await mailsOf(club, ben)).toEqual([])
  club.clock.advance({ days: 88, minutes: 1 })
  expect(await mailsOf(club, await club.session(mia))).toHaveLength(1)
})

test('a mail to an address that is nobody’s, or nobody has confirmed, is noted for nobody', async () => {
  await using club = await openClub()
  const stranger = aMessage()
  await club.call(null, sendMessage, { body: stranger })
  // signed up with somebody’s address: what is mailed there is none of theirs to know
  const squatter = await club.member({ isConfirmed: false })
  await club.call(null, sendMessage, { body: aMessage({ email: squatter.email }) })
  const mia = await club.member()
  await club.call(null, sendMessage, { body: aMessage({ email: mia.email }) })
  expect(await club.mails()).toHaveLength(3)
  expect(await mailsOf(club, squatter)).toEqual([])
  expect(await mailsOf(club, mia)).toHaveLength(1)
})

test('a mail that cannot be noted is not sent twice', async () => {
  await using club = await openClub()
  const mia = await club.member()
  await asOwner(club, (role) => `revoke insert on sent_mails from ${role}`)
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  expect(await club.mails()).toHaveLength(1)
  await club.app.jobs.drain({ later: true })
  expect(await club.mails()).toHaveLength(1)
  expect(await mailsOf(club, mia)).toEqual([])
})
