import { expect, test } from 'vitest'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a post sent again is the post that is already there', async () => {
  await using opened = await openLounge()
  const { room, guest, post, numbersIn } = opened
  const mia = await guest()
  const id = uuid()
  const first = await post(mia, { id })
  const again = await post(mia, { id, text: 'changed meanwhile' })
  expect(again.ok && again.answer).toEqual(first.ok && first.answer)
  expect(await numbersIn(room.id)).toEqual([1])
})

test('a post sent ten times at once, at two servers, is stored once', async () => {
  await using opened = await openLounge()
  const { club, room, guest, post, numbersIn } = opened
  const second = await club.secondServer()
  const mia = await guest()
  const id = uuid()
  const sent = await Promise.all(
    upTo(10).map((n) => post(mia, { id }, lounge, n % 2 ? club.url : second.url)),
  )
  for (const one of sent) expect(one).toMatchObject({ ok: true, answer: { id, number: 1 } })
  expect(await post(mia)).toMatchObject({ answer: { number: 2 } })
  expect(await numbersIn(room.id)).toEqual([1, 2])
})

test("an id that is somebody else's, or from another room, is taken", async () => {
  await using opened = await openLounge()
  const { club, room, guest, post, numbersIn } = opened
  const [mia, tom] = [await guest(), await guest()]
  const other = await club.room({ slug: 'other' })
  await club.join(mia, other)
  const id = uuid()
  await post(mia, { id })

  expect(await post(tom, { id })).toMatchObject({ status: 409, code: '23505' })
  expect(await post(mia, { id }, { slug: 'other' })).toMatchObject({ code: '23505' })
  expect(await post(tom)).toMatchObject({ answer: { number: 2 } })
  expect(await numbersIn(room.id)).toEqual([1, 2])
  expect(await numbersIn(other.id)).toEqual([])
})

test('50 posts at once, some refused, leave numbers without a gap and in sight in order', async () => {
  await using opened = await openLounge()
  const { club, room, guest, post, list, numbersIn } = opened
  const second = await club.secondServer()
  const guests = await Promise.all(upTo(5).map(() => guest()))
  const taken = uuid()
  await post(await guest(), { id: taken })

  let isOver = false
  const watching = (async () => {
    const reader = guests[0]!
    while (!isOver) {
      const page = await list(reader)
      if (!page.ok) throw new Error(page.code)
      const { posts, from, to, latest } = page.answer
      expect(to).toBe(latest)
      expect(posts.map(({ number }) => number)).toEqual(
        upTo(posts.length).map((n) => latest + 1 - n),
      )
      expect(from).toBe(latest + 1 - posts.length)
    }
  })()
  const sent = await Promise.all(
    upTo(50).map((n) =>
      post(
        guests[n % 5]!,
        n % 7 === 0 ? { id: taken } : n % 11 === 0 ? { text: '' } : {},
        lounge,
        n % 2 ? club.url : second.url,
      ),
    ),
  )
  isOver = true
  await watching

  const stored = sent.flatMap((one) => (one.ok ? [one.answer.number] : []))
  expect(stored).toHaveLength(39)
  expect(await numbersIn(room.id)).toEqual(upTo(40))
  expect(stored.toSorted((a, b) => a - b)).toEqual(upTo(40).slice(1))
})
