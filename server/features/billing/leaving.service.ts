/** When somebody goes is decided by the privacy feature; what is left of their contracts is here. */
export { forgetPayer } from '#server/features/billing/subscriptions/leaving.queries.ts'
