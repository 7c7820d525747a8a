// What everybody's well-formed request about hellos and what rings gets.
import * as bell from '#contract/notifications/bell.ts'
import * as bellItems from '#contract/notifications/bellItems.ts'
import * as notifications from '#contract/notifications/notifications.ts'
import * as people from '#contract/posts/people.ts'
import * as waves from '#contract/posts/waves.ts'
import * as receivedWaves from '#contract/posts/receivedWaves.ts'
import { UNSAID } from '#server/features/notifications/settings.policy.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import {
  insiders,
  noRequest,
  row,
  type AccessRow,
  type AccessScene,
} from './authorisation.access.ts'
import { insertPost } from '#testing/fixtures/notifications.ts'
import { aBrowser } from '#testing/fixtures/push.ts'

const aPost = async ({ club, room }: AccessScene) => ({
  params: { postId: await insertPost(club, await club.member(), room) },
})
/** A member who wrote in the room, and is in it. */
const aWriter = async ({ club, room }: AccessScene) => {
  const { userId } = await club.member()
  await insertPost(club, { userId }, room)
  await club.db.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select id, ${userId}, ${club.app.now().toISOString()} from rooms where slug = ${room.slug}`)
  return { params: { memberId: userId } }
}
/** Of an account that was never told of anything. */
const token = async ({ club }: AccessScene) => {
  const { strongbox } = club.app
  const sealed = await strongbox.seal('digest', 'digest', Buffer.from(uuid()))
  return sealed.toString('base64url')
}

export const bellRows: AccessRow[] = [
  row(waves.wave, aPost, {
    waiting: 'not_admitted',
    unasked: 'consent_required',
    overdue: 'terms_due',
    outside: 'PGRST116',
    moderator: 'PGRST116',
    admin: 'PGRST116',
  }),
  row(waves.waveBack, aWriter, {
    waiting: 'not_admitted',
    unasked: 'consent_required',
    overdue: 'terms_due',
    outside: 'nothing_to_wave_at',
    moderator: 'nothing_to_wave_at',
    admin: 'nothing_to_wave_at',
  }),
  row(waves.undoWave, aPost),
  row(
    waves.listOwnWaves,
    ({ room: { slug } }) => ({ params: { slug }, query: { from: 1, to: 100 } }),
    insiders,
  ),
  row(receivedWaves.listWaves, () => ({ query: {} })),
  row(people.listPeople, () => ({ query: {} })),
  row(people.getTogether, aWriter, { waiting: 'PGRST116' }),
  row(receivedWaves.declineWaves, () => ({ body: { waverId: uuid() } })),

  row(bellItems.listBell, () => ({ query: {} })),
  row(bell.countBell, noRequest),
  row(bellItems.readBellItem, () => ({ params: { itemId: uuid() } })),
  row(bellItems.readBell, () => ({ body: { until: '2026-01-01T00:00:00.000Z' } })),

  row(notifications.getNotifications, noRequest),
  row(notifications.saveNotifications, () => ({
    body: { ...UNSAID, hasDigest: true },
  })),
  row(notifications.addPushBrowser, () => ({
    body: aBrowser('https://fcm.googleapis.com/fcm/send/1').body,
  })),
  row(notifications.removePushBrowser, () => ({ params: { browserId: uuid() } })),
  row(notifications.endDigest, async (scene) => ({ body: { token: await token(scene) } })),
  row(notifications.unsubscribeDigest, async (scene) => ({
    query: { token: await token(scene) },
  })),
]
