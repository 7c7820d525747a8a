// What everybody's well-formed request about the copy of their data and their rights gets.
import * as mine from '#contract/privacy/ownData.ts'
import * as requests from '#contract/privacy/dataRequests.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import { noRequest, row, type AccessRow, type AccessScene } from './authorisation.access.ts'
import { insertCopy } from '#testing/privacy/exports.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

const provenly = async ({ club, who }: AccessScene) => {
  await proveSession(club, who)
  return {}
}
/** The caller's, if they have an account. */
const ownLink = async ({ club, who }: AccessScene): Promise<string> => {
  await proveSession(club, who)
  return insertCopy(club, who.userId ? { userId: who.userId } : await club.member())
}
const theirRequest = async ({ club, standing, who }: AccessScene) => {
  if (standing === 'admin') await proveSession(club, who)
  const { userId } = await club.member()
  const requestId = uuid()
  await club.db.run(sql`
    insert into data_requests (id, number, user_id, kind, text, received_at, due_at)
    values (${requestId}, 'DS-2026-' || lpad(floor(random() * 1000000)::text, 6, '0'), ${userId},
      'objection', 'Please.', now(), now() + interval '1 month')`)
  return { params: { requestId } }
}

export const rightsRows: AccessRow[] = [
  row(mine.getExport, noRequest),
  row(mine.requestExport, provenly),
  row(mine.openExport, async (scene) => {
    await ownLink(scene)
    return {}
  }),
  row(mine.fetchExport, async (scene) => ({ params: { token: await ownLink(scene) } })),
  row(mine.listDocumentViews, noRequest),
  row(mine.listLooks, noRequest),
  row(mine.listSentMails, noRequest),
  row(requests.listOwnRequests, noRequest),
  row(requests.makeRequest, () => ({
    body: { id: uuid(), kind: 'objection' as const, text: 'Please.' },
  })),
  row(requests.listRequests, () => ({ query: {} })),
  row(requests.extendRequest, async (scene) => ({
    ...(await theirRequest(scene)),
    body: { reason: 'It takes long.' },
  })),
  row(requests.answerRequest, async (scene) => ({
    ...(await theirRequest(scene)),
    body: { answer: 'Done.' },
  })),
  row(requests.restrictProcessing, async (scene) => ({
    ...(await theirRequest(scene)),
    body: { isRestricted: true },
  })),
]
