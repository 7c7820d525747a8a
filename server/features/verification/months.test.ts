import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newKey } from '#server/platform/vault/keyring.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { countPausing } from '#testing/club/database/waiting.ts'
import { stageDocument } from '#testing/fixtures/documents.ts'
import { makeSlowFile } from '#testing/fixtures/slowFile.ts'
import { askForCopy } from '#testing/privacy/exports.ts'

const NOW = '2026-05-04T20:00:00Z'

test.each<[string, (club: Club, mia: TestMember) => Promise<unknown>]>([
  ['who sends a document', (club, mia) => stageDocument(club, mia, 'front')],
  [
    'whose copy is being built',
    async (club, mia) => {
      await askForCopy(club, mia)
      await club.app.jobs.drain()
    },
  ],
])('%s holds no transaction while the key of the month is not there yet', async (_, act) => {
  await using club = await openClub({ now: NOW })
  const key = makeSlowFile(join(club.dataDir, 'keys', 'kek.2026-05'))
  const done = act(club, await club.member())
  const come = await key.untilAwaited()
  const pausing = await countPausing(club)
  await come(newKey())
  await done
  expect(pausing).toBe(0)
})
