/** What other features may use of this one. */
export { forgetDeclarations } from './declarations/declarations.service.ts'
export { forgetVouchers } from './ledger/vouchers.service.ts'
export { forgetPayer } from './subscriptions/leaving.queries.ts'
export { settleSubscription } from './subscriptions/subscriptions.service.ts'
export { giveUpOrder, isStillCharged, payLostDays } from './suspension/suspension.service.ts'
export { forgetWebhooks } from './webhooks/webhooks.service.ts'
