// A reviewer's day: the list when there are many submissions, and the way to an image.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { listSubmissions, openImage } from '#contract/verification/review.ts'
import { openVault } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { countWaiting, listLines } from '#server/features/verification/review/review.queries.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Vault } from '#server/platform/vault/vault.ts'
import type { BenchClub } from './tools/club.ts'
import { atMost, inTurn, median, percentile, table, type Figure } from './tools/figures.ts'
import { insertGuest, type Guest } from './tools/guest.ts'

const SUBMISSIONS = 10_000
const TIMES = 60
/** As a stamped document of 1600 pixels is stored. */
const IMAGE = { width: 1600, height: 1100, quality: 85 }

type Stored = { id: string; read: () => Promise<unknown> }

/** A year of them, a hundredth still waiting. */
async function fillSubmissions({ db }: BenchClub): Promise<void> {
  await db.run(sql`
    insert into verification_submissions
      (id, user_id, status, created_at, consent, consented_at, decided_at, review_note)
    select gen_random_uuid(), null, case when n % 100 = 0 then 'pending' else 'rejected' end, at,
      'bench', at, case when n % 100 > 0 then at + interval '1 day' end,
      case when n % 100 > 0 then 'Bench' end
    from generate_series(1, ${SUBMISSIONS}::int) n,
      lateral (select now() - n * interval '50 minutes' as at) t`)
  await db.script('vacuum analyze verification_submissions')
}

async function storeImage({ db }: BenchClub, vault: Vault, memberId: string): Promise<Stored> {
  const { width, height, quality } = IMAGE
  const noise = { type: 'gaussian', mean: 160, sigma: 12 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ccc', noise } })
    .jpeg({ quality })
    .toBuffer()
  const [id, fileId] = [randomUUID(), randomUUID()]
  const path = `${memberId}/front_${fileId}`
  const bound = { userId: memberId, submissionId: id, side: 'front' }
  const key = await vault.put(path, bytes, bound, new Date())
  await db.run(sql`
    insert into verification_submissions (id, user_id, created_at, consent, consented_at)
    values (${id}, ${memberId}, now(), 'bench', now())`)
  await db.run(sql`
    insert into verification_files (id, user_id, meant_for, submission_id, side, path, created_at)
    values (${fileId}, ${memberId}, ${id}, ${id}, 'front', ${path}, now())`)
  await db.run(sql`insert into id_file_keys values (${fileId}, ${key.epoch}, ${key.wrapped})`)
  return { id, read: () => vault.get(path, key, bound) }
}

async function timed(once: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  while (times.length < TIMES) {
    const from = performance.now()
    await once()
    times.push(performance.now() - from)
  }
  return times
}

export async function review(club: BenchClub): Promise<Figure[]> {
  const { db, dataDir } = club
  const { vault } = openVault(readConfig({ DATA_DIR: dataDir }))
  const admin = await insertGuest(db, 'Reviewer', { isAdmin: true })
  const member = await insertGuest(db, 'Reviewed')
  const stored = await storeImage(club, vault, member.memberId)
  const ours = await club.start()
  const reviewer = asking(`http://127.0.0.1:${ours.port}`, admin)
  await timed(() => reviewer.list(''))
  const few = await timed(() => reviewer.list(''))

  await fillSubmissions(club)
  const [deep] = await db.rows<{ id: string; at: string }>(sql`
    select id, created_at as at from verification_submissions order by created_at desc, id desc
    offset ${SUBMISSIONS - 100} limit 1`)
  const found = await inTurn({
    'newest first': () => timed(() => reviewer.list('')),
    'the last page': () =>
      timed(() => reviewer.list(`?after=${encodeURIComponent(`${deep!.at} ${deep!.id}`)}`)),
    'the queue': () => timed(() => reviewer.list('?filter=queue')),
    'its two statements alone': () => timed(() => statements(club)),
    'an image, asked for and shown': () => timed(() => reviewer.view(stored.id)),
    'reading and opening the file alone': () => timed(stored.read),
  })
  await ours.stop()

  const at = (share: number, rounds: number[][]) =>
    median(rounds.map((times) => percentile(times, share)))
  console.log(
    table(
      [`${SUBMISSIONS} submissions`, 'p50 ms', 'p95 ms'],
      Object.entries({ 'newest first, of one submission': [few], ...found }).map(
        ([name, rounds]) => [name, at(0.5, rounds).toFixed(1), at(0.95, rounds).toFixed(1)],
      ),
    ),
  )
  const ms = { unit: 'ms', digits: 1 }
  return [
    atMost('review list at 10,000 submissions: p95', at(0.95, found['newest first']), {
      ...ms,
      floor: 100,
    }),
    atMost('review list, last page: p95', at(0.95, found['the last page']), { ...ms, floor: 100 }),
    atMost('review queue: p95', at(0.95, found['the queue']), { ...ms, floor: 100 }),
    atMost(
      'an identity image, asked for and shown: p95',
      at(0.95, found['an image, asked for and shown']),
      {
        ...ms,
        floor: 300,
      },
    ),
  ]
}

async function statements({ db }: BenchClub): Promise<void> {
  await Promise.all([
    listLines(db, { isQueue: false, after: undefined, limit: 50 }),
    countWaiting(db),
  ])
}

const asking = (url: string, { cookie }: Guest) => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, {
      ...init,
      headers: { cookie, 'content-type': 'application/json' },
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    return answer
  }
  return {
    list: async (query: string) => (await ask(listSubmissions.path + query)).arrayBuffer(),
    async view(submissionId: string) {
      const opened = await ask(openImage.path.replace(':submissionId', submissionId), {
        method: 'POST',
        body: JSON.stringify({ side: 'front' }),
      })
      const { url: image } = (await opened.json()) as { url: string }
      await (await ask(image)).arrayBuffer()
    },
  }
}
