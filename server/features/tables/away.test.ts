import { expect, test } from 'vitest'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { listBlocks } from '#contract/members/blocks.ts'
import { hidePost } from '#contract/members/hiding.ts'
import { muteMember } from '#contract/members/mutes.ts'
import { saveNote } from '#contract/members/notes.ts'
import { removePhoto } from '#contract/members/ownPhotos.ts'
import { saveProfile } from '#contract/members/profiles.ts'
import { readBell } from '#contract/notifications/bellItems.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { createPost } from '#contract/posts/posts.ts'
import { undoWave, wave, waveBack } from '#contract/posts/waves.ts'
import { setPresence } from '#contract/rooms/ownPresence.ts'
import { tellWriting } from '#contract/rooms/presence.ts'
import { enterRoom, leaveRoom, muteRoom } from '#contract/rooms/rooms.ts'
import { markRead } from '#contract/rooms/unread.ts'
import {
  createTableMessage,
  deleteTableMessage,
  editTableMessage,
} from '#contract/tables/messages.ts'
import { markTableRead, setForgetting, sitDown, tellTableWriting } from '#contract/tables/tables.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { answersSeen, type Seeing } from '#testing/authorisation/seeing.ts'
import { lounge } from '#testing/fixtures/lounge.ts'
import { undoWaveToPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { insertPhoto } from '#testing/fixtures/photos.ts'
import { openTableForTwo, say, sit, waveBoth } from '#testing/fixtures/tables.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { letters, uuid } from '#testing/random.ts'

const hide = (club: Club, who: TestMember) =>
  club.call(who, setHidden, { body: { isHidden: true } })
/** Each way to be hidden from others while one is signed in. */
const HIDING = [
  ['hides', hide],
  ['may not be used', restrict],
] as const
const SAID = 'lamplight'

/** Ben and Mia at a table, with something of everything between them, as it is while Ben is away. */
async function openAway(makeAway: (club: Club, who: TestMember) => Promise<unknown>) {
  const opened = await openTableForTwo({
    now: '2026-05-04T20:00:00.000Z',
    config: { limitsFactor: 1000 },
  })
  const { club, mia, ben, eve, tableId } = opened
  const post = async (who: TestMember, body: Parameters<typeof opened.post>[1] = {}) => {
    const posted = await opened.post(who, { text: `${SAID} ${letters(8)}`, ...body })
    if (!posted.ok) throw new Error(posted.code)
    return posted.answer
  }
  const words = [await say(club, ben, tableId, SAID), await say(club, ben, tableId, `${SAID}!`)]
  await say(club, mia, tableId, SAID)
  await waveBoth(club, eve, ben)
  await sit(club, eve, ben)
  const photoId = await insertPhoto(club, ben.userId)
  const own = [await post(mia), await post(mia), await post(mia)]
  const bens = [
    await post(ben, { text: `@Mia ${SAID}` }),
    await post(ben, { replyTo: own[0]!.id }),
    await post(ben),
  ]
  await post(mia, { text: `@Ben ${SAID}`, replyTo: bens[2]!.id })
  // may be undone still
  await waveToPost(club, ben, own[1]!.id)
  const stream = await club.follow(mia)
  await stream.next('ready')
  await makeAway(club, ben)
  await stream.next('ready')
  const seeing: Seeing = { club, who: mia, ...lounge, said: SAID, about: ben.userId }
  return {
    ...opened,
    stream,
    words,
    post,
    own,
    bens,
    photoId,
    /** All that Mia is answered, of Ben too. */
    see: async () =>
      Object.fromEntries([
        ...(await answersSeen(seeing)),
        ['GET /api/blocks', await club.call(mia, listBlocks, {})],
      ]),
  }
}
type Away = Awaited<ReturnType<typeof openAway>>

const trying = <E extends Endpoint>(call: E, request: RequestOf<E>) => ({
  call: call as Endpoint,
  request: request as never,
})

/** What somebody who is away tries. */
const listActs = ({ mia, eve, tableId, words, own, bens, photoId }: Away) => {
  const [memberId, body] = [mia.userId, { text: `${SAID} again` }]
  return [
    trying(wave, { params: { postId: own[2]!.id } }),
    trying(undoWave, { params: { postId: own[1]!.id } }),
    trying(waveBack, { params: { memberId } }),
    trying(createTableMessage, { params: { tableId }, body: { id: uuid(), ...body } }),
    trying(editTableMessage, { params: { tableId, messageId: words[0]!.id }, body }),
    trying(deleteTableMessage, { params: { tableId, messageId: words[0]!.id } }),
    trying(markTableRead, { params: { tableId }, body: { number: 3 } }),
    trying(tellTableWriting, { params: { tableId } }),
    trying(setForgetting, { params: { tableId }, body: { isWanted: true } }),
    trying(sitDown, { params: { memberId: eve.userId }, body: {} }),
    trying(createPost, { params: lounge, body: { id: uuid(), ...body } }),
    trying(editPost, { params: { ...lounge, postId: bens[0]!.id }, body }),
    trying(deletePost, { params: { postId: bens[0]!.id } }),
    trying(deletePost, { params: { postId: bens[1]!.id } }),
    trying(deletePost, { params: { postId: bens[2]!.id } }),
    trying(hidePost, { params: { postId: own[0]!.id }, body: {} }),
    trying(muteMember, { params: { memberId } }),
    trying(saveNote, { params: { memberId }, body: { text: 'kind' } }),
    trying(saveProfile, { body: { username: `Ben ${letters(6)}`, city: 'Bremen' } }),
    trying(removePhoto, { params: { photoId } }),
    trying(readBell, { body: { until: '2999-01-01T00:00:00.000Z' } }),
    trying(tellWriting, { params: lounge }),
    trying(setPresence, { body: { isShared: false } }),
    trying(setPresence, { body: { isShared: true } }),
    trying(markRead, { params: lounge, body: { number: 1 } }),
    trying(muteRoom, { params: lounge, body: { isMuted: true } }),
    trying(leaveRoom, { params: lounge }),
    trying(enterRoom, { params: lounge }),
  ]
}

test.each(HIDING)('whatever somebody who %s does, nobody notices', async (_, makeAway) => {
  await using away = await openAway(makeAway)
  const { club, mia, ben, eve, post, stream, see } = away
  const { id: postId } = await post(mia)
  // somebody whom Mia sees rings, and takes it back: what she hears of before them she would have heard by then
  const ringAndHush = async () => {
    for (const act of [waveToPost, undoWaveToPost]) {
      expect(await act(club, eve, postId)).toMatchObject({ ok: true })
      await stream.next('bell')
    }
  }
  let before = await see()
  const noticed: unknown[] = []
  for (const { call, request } of listActs(away)) {
    const heard = stream.events.length
    await club.call(ben, call, request)
    await club.app.bus.flush()
    const after = await see()
    const act = `${call.method} ${call.path}`
    for (const [asked, answer] of Object.entries(after))
      if (JSON.stringify(answer) !== JSON.stringify(before[asked]))
        noticed.push({ act, asked, before: before[asked], answer })
    before = after
    await ringAndHush()
    const told = stream.events.slice(heard).map(({ type }) => type)
    if (told.join() !== 'bell,bell') noticed.push({ act, told })
  }
  expect(noticed).toEqual([])
})
