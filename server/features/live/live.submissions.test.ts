import { expect, test } from 'vitest'
import { digest, addDigest, type LiveEvent } from '#contract/live.ts'
import { decideSubmission } from '#contract/verification/review.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { insertSubmission, proveSession } from '#testing/fixtures/submissions.ts'
import { until } from '#testing/until.ts'

const news = (events: LiveEvent[]) => events.filter(({ type }) => type === 'submissions').length

test('admins hear at every server that a submission arrives and is decided; members do not', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const admins = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  const streams = [await club.follow(admins[0]!), await club.follow(admins[1]!, second.url)]
  const member = await club.follow(guests[0]!)
  // once when it opens: the screen may have asked a moment too early
  for (const listener of streams) await until(() => news(listener.events) === 1)
  await member.next('ready')

  const { id } = await insertSubmission(club, guests[1]!, { sides: [] })
  for (const listener of streams) await until(() => news(listener.events) === 2)
  await proveSession(club, admins[0]!)
  const decided = await club.call(admins[0]!, decideSubmission, {
    params: { submissionId: id },
    body: { decision: 'rejected', note: 'Das Foto ist unscharf.' },
  })
  expect(decided.ok).toBe(true)
  for (const listener of streams) await until(() => news(listener.events) === 3)
  await post(club, guests[1]!, room)
  await member.next('post')
  expect(news(member.events)).toBe(0)
})

test('who becomes an admin hears it from then on, and who no longer is hears nothing more', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const listener = await club.follow(mia)
  await listener.next('ready')
  await club.db.run(sql`insert into user_roles values (${mia.userId}, 'admin')`)
  await until(() => news(listener.events) === 1)
  await insertSubmission(club, await club.member(), { sides: [] })
  await until(() => news(listener.events) === 2)

  await club.db.run(sql`delete from user_roles where user_id = ${mia.userId}`)
  await listener.next('rooms')
  await listener.next('ready')
  await until(() => listener.events.filter(({ type }) => type === 'ready').length === 3)
  await insertSubmission(club, await club.member(), { sides: [] })
  const { room, guests } = await openRoomWithMembers(club, 1)
  await club.join(mia, room)
  await until(() => listener.events.filter(({ type }) => type === 'ready').length === 4)
  await post(club, guests[0]!, room)
  await until(() => listener.events.some(({ type }) => type === 'post'))
  expect(news(listener.events)).toBe(2)
})

test('news of submissions is part of the sum by which a browser knows what it has heard', async () => {
  await using club = await openClub()
  const admin = await club.member({ isAdmin: true })
  const { cookie } = admin
  const stream = await fetch(`${club.url}/api/live`, { headers: { cookie } })
  let rest = ''
  let sum = 0
  let eventCount = 0
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) {
      const data = frame.replace(/^data: /, '')
      const event = JSON.parse(data) as LiveEvent
      if (event.type === 'beat') {
        expect(event.sum).toBe(sum)
        if (eventCount >= 3) return
        continue
      }
      sum = addDigest(sum, digest(data))
      if (event.type === 'submissions') eventCount += 1
      if (event.type === 'submissions' && eventCount < 3)
        await insertSubmission(club, await club.member(), { sides: [] })
    }
  }
  throw new Error('the stream ended')
})
