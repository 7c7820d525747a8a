import { expect, test } from 'vitest'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { build } from './build.js'
import { callUrl } from '#testing/club/call.ts'
import { openClub } from '#testing/club/club.ts'
import { joinClub } from '#testing/club/process/killing.ts'
import { RequestLoad, shareWithin, encodeRequest } from '#testing/club/load.ts'
import { publicAddresses } from '#testing/hostile/publicAddresses.ts'
import { openServer } from '#testing/club/process/serverProcess.ts'
import { openStrangers } from '#testing/hostile/strangers.process.ts'

const STRANGERS = 64
const SLUG = 'tresen'
/** What a member's newest page may take beside them, as a multiple of what it takes without. */
const MOST_TIMES = 3
/** Below this nobody waits, and a machine's own hiccups are all there is to see. */
const CALM_MS = 4
const PER_SECOND = 400
const ROUND_MS = 500
/** What a busy machine hides in one round it shows in another: the best of each side counts. */
const ROUNDS = { least: 2, most: 12 }

test(
  'sixty-four strangers at any public address keep no member waiting',
  { timeout: 1_800_000 },
  async () => {
    await build()
    await using club = await openClub()
    await using server = await openServer({
      env: {
        DATABASE_URL: club.databaseUrl,
        DATA_DIR: club.dataDir,
        LIMITS_FACTOR: '1',
        TRUSTED_PROXIES: '127.0.0.1, ::1',
        LOG_LEVEL: 'info',
      },
    })
    const port = Number(new URL(server.url).port)
    const cookie = await joinClub(server.url)
    await callUrl(server.url, cookie, enterRoom, { params: { slug: SLUG } })
    using strangers = openStrangers()
    const load = new RequestLoad(port)
    const newest = encodeRequest('GET', `/api/rooms/${SLUG}/posts`, { cookie })
    const refused = new Set<string>()
    /** The 99th of a hundred. */
    async function readNewest(name: string): Promise<number> {
      const answers = await load.openLoop(PER_SECOND, ROUND_MS, () => newest)
      if (answers.some(({ status }) => status !== 200)) refused.add(name)
      return shareWithin(0.99, answers)
    }

    const slow: string[] = []
    for (const { name, requests } of await publicAddresses(club)) {
      let [without, beside] = [Infinity, Infinity]
      const isSlow = () => beside > Math.max(MOST_TIMES * without, CALM_MS)
      for (let round = 0; round < ROUNDS.least || (isSlow() && round < ROUNDS.most); round += 1) {
        without = Math.min(without, await readNewest('nobody'))
        const order = { port, strangers: STRANGERS, requests }
        const { result } = await strangers.askBeside(order, () => readNewest(name))
        beside = Math.min(beside, result)
      }
      if (isSlow()) slow.push(`${name}: ${beside.toFixed(1)} ms instead of ${without.toFixed(1)}`)
    }
    load.close()
    expect(slow).toEqual([])
    expect([...refused]).toEqual([])
  },
)
