import { expect, test } from 'vitest'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { logOutEverywhere } from '#contract/accounts/session.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { listBlocks } from '#contract/members/blocks.ts'
import { hidePost } from '#contract/members/hiding.ts'
import { muteMember } from '#contract/members/mutes.ts'
import { saveNote } from '#contract/members/notes.ts'
import { removePhoto } from '#contract/members/ownPhotos.ts'
import { saveProfile } from '#contract/members/profiles.ts'
import { addPushBrowser, saveNotifications } from '#contract/notifications/notifications.ts'
import { readBell } from '#contract/notifications/bellItems.ts'
import { followClub } from '#contract/live.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { createPost } from '#contract/posts/posts.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
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
import { pushBell } from '#server/features/notifications/push/push.sending.ts'
import { sendDigests } from '#server/features/notifications/digest/digest.service.ts'
import { UNSAID } from '#server/features/notifications/settings.policy.ts'
import { pushMessages } from '#server/features/tables/tables.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { answersSeen, type Seeing } from '#testing/authorisation/seeing.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { insertRedemption } from '#testing/fixtures/admission.ts'
import { lounge } from '#testing/fixtures/lounge.ts'
import { block, undoWaveToPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { insertPhoto } from '#testing/fixtures/photos.ts'
import { openTableForTwo, say, sit, waveBoth } from '#testing/fixtures/tables.ts'
import { aBrowser, openPushService } from '#testing/fixtures/push.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import { isThere, leave, purgeHour } from '#testing/privacy/leaving.ts'
import { profileTarget, reportTarget } from '#testing/moderation/cases.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { letters, uuid } from '#testing/random.ts'

type Going = (club: Club, who: TestMember, from: TestMember) => Promise<unknown>

/** Each way to be out of sight of somebody while one is signed in. */
const HIDING: [how: string, makeAway: Going][] = [
  ['hides', (club, who) => club.call(who, setHidden, { body: { isHidden: true } })],
  ['may not be used', (club, who) => restrict(club, who)],
  ['blocks her', block],
]
/** Parts of a copy in which stands what its owner does to have one. */
const OWN_DOING = ['exports', 'export_links', 'data_requests', 'sessions', 'sent_mails']
const SAID = 'lamplight'

/** Ben and Mia at a table, with something of everything between them, as it is while Ben is away. */
async function openAway(makeAway: Going) {
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
    await post(ben),
  ]
  await post(mia, { text: `@Ben ${SAID}`, replyTo: bens[2]!.id })
  const params = { memberId: ben.userId }
  await insertRedemption(club, mia, ben)
  await club.call(mia, muteMember, { params })
  await club.call(mia, saveNote, { params, body: { text: 'kind' } })
  await club.call(mia, hidePost, { params: { postId: bens[3]!.id }, body: {} })
  await reportTarget(club, mia, profileTarget(ben))
  await reportTarget(club, mia, { kind: 'post', id: bens[1]!.id })
  await reportTarget(club, mia, { kind: 'message', id: words[1]!.id })
  // may be undone still
  await waveToPost(club, ben, own[1]!.id)
  // both look at the room, and see each other there
  const look = (who: TestMember) => follow(club.url, who.cookie, `${followClub.path}?rooms=lounge`)
  const stream = await look(mia)
  await stream.next('ready')
  await look(ben)
  while ((await stream.next('present')).count < 2);
  await makeAway(club, ben, mia)
  await stream.next('ready')
  while ((await stream.next('present')).count > 1);
  const seeing: Seeing = { club, who: mia, ...lounge, said: SAID, about: ben.userId }
  return {
    ...opened,
    stream,
    look,
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
        [
          'by the first letters',
          await club.call(mia, findPeople, { params: lounge, query: { starts: 'be' } }),
        ],
      ]),
  }
}
type Away = Awaited<ReturnType<typeof openAway>>

const trying = <E extends Endpoint>(call: E, request: RequestOf<E>) => ({
  name: `${call.method} ${call.path}`,
  act: ({ club, ben }: Away): Promise<unknown> => club.call(ben, call, request),
})

/** The room's numbers say that something was said there, not by whom. */
const TALK = /\/posts(\/:postId)?$/

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
    trying(deletePost, { params: { postId: bens[3]!.id } }),
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
    { name: 'listens', act: async ({ look, ben }: Away) => (await look(ben)).next('ready') },
    trying(declineWaves, { body: { waverId: eve.userId } }),
    trying(logOutEverywhere, {}),
  ]
}

test.each(HIDING)('whatever somebody who %s does, nobody notices', async (how, makeAway) => {
  await using away = await openAway(makeAway)
  const { club, mia, eve, post, stream, see } = away
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
  for (const { name: act, act: doIt } of listActs(away)) {
    if (how === 'blocks her' && TALK.test(act)) continue
    const eventCount = stream.events.length
    await doIt(away)
    await club.app.bus.flush()
    const after = await see()
    for (const [asked, answer] of Object.entries(after))
      if (JSON.stringify(answer) !== JSON.stringify(before[asked]))
        noticed.push({ act, asked, before: before[asked], answer })
    before = after
    await ringAndHush()
    const types = stream.events.slice(eventCount).map(({ type }) => type)
    if (types.join() !== 'bell,bell') noticed.push({ act, types })
  }
  expect(noticed).toEqual([])
})

test.each(HIDING)(
  'neither push, nor mail, nor the copy of her data tells what somebody who %s does',
  async (_, makeAway) => {
    await using away = await openAway(makeAway)
    await using service = await openPushService()
    const { club, mia } = away
    const settings = { ...UNSAID, hasDigest: true, showsContent: true, pushesMessages: true }
    await club.call(mia, saveNotifications, { body: settings })
    await club.call(mia, addPushBrowser, { body: aBrowser(`${service.url}/mia`).body })
    await club.call(mia, readBell, { body: { until: club.app.now().toISOString() } })
    const copy = async () => {
      const { json } = await downloadCopy(club, { ...mia, ...(await club.session(mia)) })
      const data = json.data as Record<string, { items: object[] }>
      return Object.fromEntries(Object.entries(data).filter(([part]) => !OWN_DOING.includes(part)))
    }
    const countMails = async () => (await club.mails()).filter(({ to }) => to === mia.email).length
    const before = await copy()
    const mailed = await countMails()
    for (const { act } of listActs(away)) await act(away)
    club.clock.advance({ seconds: 60 })
    await pushBell(club.app)
    await pushMessages(club.app)
    await club.app.jobs.drain({ later: true })
    club.clock.advance({ hours: 24 })
    await sendDigests(club.app)
    expect(service.received).toEqual([])
    expect(await countMails()).toBe(mailed)
    expect(await copy()).toEqual(before)
  },
)

test('when an account is purged, nothing rings or stirs where nobody sat with its member', async () => {
  await using opened = await openTableForTwo({ now: '2026-05-04T20:00:00.000Z' })
  const { club, mia, ben, eve } = opened
  const posted = await opened.post(eve, { text: 'good evening' })
  if (!posted.ok) throw new Error(posted.code)
  const { id } = posted.answer
  await waveToPost(club, ben, id)
  await opened.post(ben, { text: '@Eve good evening', replyTo: id })
  await leave(club, ben)
  await club.mails()
  club.clock.advance({ days: 30 })
  const stream = await club.follow(await club.session(eve))
  await stream.next('ready')
  const eventCount = stream.events.length
  await purgeHour(club)
  expect(await isThere(club, ben)).toBe(false)
  await club.app.bus.flush()
  await waveToPost(club, await club.session(mia), id)
  await stream.next('bell')
  expect(stream.events.slice(eventCount).map(({ type }) => type)).toEqual(['bell'])
})
