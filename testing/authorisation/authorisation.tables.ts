// What everybody's well-formed request about tables for two gets.
import * as messages from '#contract/tables/messages.ts'
import * as tables from '#contract/tables/tables.ts'
import { codes } from '#contract/errors.ts'
import { insertStrangersTable } from '#testing/fixtures/tables.ts'
import { uuid } from '#testing/random.ts'
import {
  MEMBERS,
  noRequest,
  row,
  same,
  type AccessRow,
  type AccessScene,
} from './authorisation.access.ts'

/** Nobody of these sits at it: there is none for them. */
const none = same(codes.notFound, MEMBERS)

/** Two strangers sit at it. */
const somebodys = async ({ club }: AccessScene) => ({
  tableId: await insertStrangersTable(club, { openedAt: club.app.now() }),
  messageId: uuid(),
})
const params = async (scene: AccessScene) => ({ params: await somebodys(scene) })
const words = { text: 'good evening' }

export const tableRows: AccessRow[] = [
  row(tables.listTables, noRequest),
  row(tables.getTable, params, none),
  row(
    tables.sitDown,
    async ({ club }) => ({ params: { memberId: (await club.member()).userId }, body: {} }),
    {
      waiting: 'not_admitted',
      unasked: 'consent_required',
      overdue: 'terms_due',
      ...same('not_mutual', ['outside', 'inside', 'moderator', 'admin']),
    },
  ),
  row(tables.leaveTable, params, none),
  row(tables.clearTable, params, none),
  row(
    tables.setForgetting,
    async (scene) => ({ ...(await params(scene)), body: { isWanted: true } }),
    none,
  ),
  row(
    tables.markTableRead,
    async (scene) => ({ ...(await params(scene)), body: { number: 1 } }),
    none,
  ),
  row(tables.tellTableWriting, params, none),
  row(messages.searchTables, () => ({ query: { words: 'evening' } })),
  row(messages.listTableMessages, async (scene) => ({ ...(await params(scene)), query: {} }), none),
  row(
    messages.createTableMessage,
    async (scene) => ({ ...(await params(scene)), body: { id: uuid(), ...words } }),
    none,
  ),
  row(
    messages.editTableMessage,
    async (scene) => ({ ...(await params(scene)), body: words }),
    none,
  ),
  row(messages.deleteTableMessage, params, none),
]
