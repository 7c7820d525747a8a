// What everybody's well-formed request about contracts, declarations and money gets.
import * as billing from '#contract/billing/billing.ts'
import * as declarations from '#contract/billing/declarations.ts'
import * as money from '#contract/billing/backOffice.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import { noRequest, row, type AccessRow, type AccessScene } from './authorisation.access.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { createContract, insertFailedRefund } from '#testing/billing/contracts.ts'
import { aCancellation, aWithdrawal, insertDeclaration } from '#testing/billing/declarations.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

/** What another member made, for a caller who re-authenticates where that is all they need. */
async function provenly<T>(
  { club, standing, who }: AccessScene,
  make: (club: Club, whose: TestMember) => Promise<T>,
): Promise<T> {
  if (standing === 'admin') await proveSession(club, who)
  return make(club, await club.member())
}
/** The caller's, if they have an account. */
async function ownContract({ club, who }: AccessScene, fields: { isApproved?: boolean } = {}) {
  const { userId } = who.userId ? { userId: who.userId } : await club.member()
  const { id, priceId } = await createContract(club, { userId }, fields)
  return { params: { subscriptionId: id }, priceId }
}

export const moneyRows: AccessRow[] = [
  row(billing.getBilling, noRequest),
  row(billing.mintIntent, noRequest, { waiting: 'not_admitted', overdue: 'terms_due' }),
  row(
    billing.placeOrder,
    async ({ club, who }) => {
      const minted = await club.call(who, billing.mintIntent, {})
      const intentId = minted.ok ? minted.answer.intentId : uuid()
      return { body: { intentId, startsEarly: true } }
    },
    { waiting: 'not_admitted', overdue: 'terms_due' },
  ),
  row(billing.readOrder, (scene) => ownContract(scene)),
  row(billing.abandonOrder, (scene) => ownContract(scene, { isApproved: false })),
  row(billing.cancelSubscription, async (scene) => {
    await ownContract(scene)
    return {}
  }),
  row(billing.acceptPrice, async (scene) => ({
    body: { priceId: (await ownContract(scene)).priceId },
  })),
  row(billing.readInvoice, async (scene) => {
    const { subscriptionId } = (await ownContract(scene)).params
    const invoice = await scene.club.db.row<{ id: string }>(
      sql`select id from invoices where subscription_id = ${subscriptionId}`,
    )
    return { params: { invoiceId: invoice!.id, format: 'html' as const } }
  }),
  // no matter who sends it: only its signature counts
  row(billing.receiveWebhook, () => ({
    params: { provider: 'house' as const },
    file: Buffer.from('{}'),
  })),

  row(declarations.declareCancellation, () => ({ body: aCancellation() })),
  row(declarations.declareWithdrawal, () => ({ body: aWithdrawal() })),
  row(declarations.disputeDeclaration, async ({ club }) => ({
    body: { token: (await insertDeclaration(club)).token },
  })),

  row(money.listSubscriptions, () => ({ query: {} })),
  row(money.listRefunds, () => ({ query: {} })),
  row(money.refundPayment, async (scene) => ({
    params: {
      subscriptionId: (await provenly(scene, (club, whose) => createContract(club, whose))).id,
    },
    body: { id: uuid(), cents: 500, note: 'The evening was called off.' },
  })),
  row(money.retryRefund, async (scene) => ({
    params: { refundId: (await provenly(scene, insertFailedRefund)).id },
  })),
  row(money.listDeclarations, () => ({ query: {} })),
  row(money.settleDeclaration, async (scene) => ({
    params: { declarationId: (await provenly(scene, (club) => insertDeclaration(club))).id },
    body: { note: 'There is no such contract.' },
  })),
  row(money.getMoneyFigures, noRequest),
  row(money.exportLedger, async (scene) => {
    await provenly(scene, async () => null)
    return { params: { month: '2026-11' } }
  }),
]
