import { expect, test } from 'vitest'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { blockMember, listBlocks } from '#contract/members/blocks.ts'
import { hidePost } from '#contract/members/hiding.ts'
import { muteMember } from '#contract/members/mutes.ts'
import { getNote, saveNote } from '#contract/members/notes.ts'
import { getMember } from '#contract/members/profiles.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { getTogether } from '#contract/posts/people.ts'
import { createPost } from '#contract/posts/posts.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { undoWave, wave, waveBack } from '#contract/posts/waves.ts'
import { sitDown } from '#contract/tables/tables.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto, see } from '#testing/fixtures/photos.ts'
import { aReport } from '#testing/moderation/cases.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { leave, leaveForGood } from '#testing/privacy/leaving.ts'
import { uuid } from '#testing/random.ts'

const block = (club: Club, one: TestMember, other: TestMember) =>
  club.call(one, blockMember, { params: { memberId: other.userId } })
/** Each way in which one is not there for another. */
const UNSEEN = [
  [
    'hides',
    (club: Club, ben: TestMember) => club.call(ben, setHidden, { body: { isHidden: true } }),
  ],
  ['had their data restricted', restrict],
  ['is suspended', suspendMember],
  ['blocks them', block],
  ['is leaving', leave],
  ['has left', leaveForGood],
] as const

const trying = <E extends Endpoint>(call: E, request: RequestOf<E>) => ({
  call: call as Endpoint,
  request: request as never,
})
const body = { text: 'good evening' }

const askAbout = (memberId: string, postId: string) => [
  trying(getMember, { params: { memberId } }),
  trying(getTogether, { params: { memberId } }),
  trying(waveBack, { params: { memberId } }),
  trying(sitDown, { params: { memberId }, body: {} }),
  trying(muteMember, { params: { memberId } }),
  trying(saveNote, { params: { memberId }, body: { text: 'kind' } }),
  trying(getNote, { params: { memberId } }),
  trying(declineWaves, { body: { waverId: memberId } }),
  trying(createReport, { body: aReport({ kind: 'profile', id: memberId }) }),
  trying(wave, { params: { postId } }),
  trying(undoWave, { params: { postId } }),
  trying(listReplies, { params: { ...lounge, postId }, query: {} }),
  trying(createPost, { params: lounge, body: { id: uuid(), replyTo: postId, ...body } }),
  trying(hidePost, { params: { postId }, body: {} }),
  trying(createReport, { body: aReport({ kind: 'post', id: postId }) }),
  trying(editPost, { params: { ...lounge, postId }, body }),
  trying(deletePost, { params: { postId } }),
]

test.each(UNSEEN)('of a member who %s the answers are as if they did not exist', async (_, go) => {
  await using opened = await openLounge({
    now: '2026-05-04T20:00:00.000Z',
    config: { limitsFactor: 1000 },
  })
  const { club, guest } = opened
  const [mia, ben] = [await guest(), await guest()]
  const photoId = await insertPhoto(club, ben.userId)
  const posted = await opened.post(ben, { text: 'lamplight' })
  if (!posted.ok) throw new Error(posted.code)
  const seen = await see(club, mia, { memberId: ben.userId, photoId })
  const known = {
    'if-none-match': seen.headers.get('etag') ?? '*',
    'if-modified-since': 'Mon, 04 May 2026 20:00:00 GMT',
  }
  await go(club, ben, mia)
  const who = await club.session(mia)
  const nobody = { memberId: uuid(), postId: uuid(), photoId: uuid() }
  const told = async (memberId: string, postId: string, photo: string) => {
    const answers: unknown[] = []
    for (const { call, request } of askAbout(memberId, postId)) {
      const { headers, ...got } = await club.call(who, call, request)
      answers.push([call.path, got, [...headers.keys()]])
    }
    for (const headers of [{}, known]) {
      const got = await see(club, who, { memberId, photoId: photo }, headers)
      answers.push([got.status, [...got.headers.keys()], await got.text()])
    }
    return answers
  }
  expect(await told(ben.userId, posted.answer.id, photoId)).toEqual(
    await told(nobody.memberId, nobody.postId, nobody.photoId),
  )
  // nor is anything of it kept where one could look it up
  expect(await club.call(who, listBlocks, {})).toMatchObject({
    answer: { blocks: [], mutes: [], hiddenPosts: 0 },
  })
})
