import { expect, test } from 'vitest'
import { arrive } from '#testing/authorisation/standings.ts'
import { openClub } from '#testing/club/club.ts'
import { integer, uuid } from '#testing/random.ts'
import { listOperations, type ApiDocument } from './fuzz.verdict.ts'

const isLong = process.env['TEST_KIND'] === 'long'

/** Ids that are none, and one that is. */
const IDS = ['-'.repeat(36), '0'.repeat(32), 'ffffffff-ffff-ffff-ffff-ffffffffffff']
/** Times, numbers and names as lists begin their places with, at and beyond what a database keeps. */
const STARTS = `0 99999999999999999 2026-11-29T00:00:00Z 9999-12-31T23:59:59.999999999Z a`
  .split(' ')
  .concat('72+ 2026-11-29T00:00:00Z')

/** What a list takes for a place, though nothing may stand there. */
const taken = STARTS.map((start) => `${start} ${IDS[2]}`)
/** What is none, but nearly. */
const spoilt = ['', ' ', '\0', '\ud800', '\u{10ffff}', '%', "'", '\\', '٣', '1e9', '0x10'].concat(
  '9223372036854775808 0001-01-01T00:00:00Z 2026-02-29T00:00:00Z 2026-11-29T00:00:00+25:00'.split(
    ' ',
  ),
  STARTS.flatMap((start) => [' ', '.'].flatMap((join) => IDS.map((id) => start + join + id))),
)

/** All of them in the long proof; otherwise a fifth of what is none, drawn for each list. */
const drawPlaces = () => taken.concat(isLong ? spoilt : spoilt.filter(() => integer(5) === 0))

test(
  'what nearly names a place, a day or a name is answered by every list',
  { timeout: 120_000 },
  async () => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000 } })
    const room = await club.room({ slug: 'lounge' })
    // an admin is a member as well
    const { cookie } = await arrive(club, 'admin', room)
    await club.join(await club.member(), room)
    const document = (await (await fetch(`${club.url}/api/openapi.json`)).json()) as ApiDocument
    const failed = new Set<string>()
    const answered = new Set<string>()
    for (const { method, path, parameters = [] } of listOperations(document)) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'slug' ? 'lounge' : uuid()))
      const queryParameters = parameters.filter((one) => one.in === 'query')
      const needed = queryParameters.filter((one) => one.required).map(({ name }) => [name, '2026'])
      for (const { name, schema } of queryParameters) {
        if (method !== 'GET' || schema.type !== 'string' || schema.enum) continue
        for (const place of drawPlaces()) {
          const query = new URLSearchParams({ ...Object.fromEntries(needed), [name]: place })
          const { status, body } = await fetch(`${club.url}${filled}?${query}`, {
            headers: { cookie },
          })
          await body?.cancel()
          if (status === 200) answered.add(`${path} ${name}`)
          if (status >= 500) failed.add(`${path}?${query}: ${status}`)
        }
      }
    }
    expect([...failed]).toEqual([])
    expect(answered).toContain('/api/tables/search before')
    expect(answered.size).toBeGreaterThan(15)
  },
)
