// Notes every yes and no of a member to terms and content, with version, language and a hash of the text.
import type * as contract from '#contract/consent/consent.ts'
import { ConsentDocument } from '#contract/consent/consent.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import type { Language } from '#contract/fields.ts'
import { holdAccount, holdOwn } from '#server/platform/member-rules/accounts.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newerVersion } from './consent.policy.ts'
import {
  deletePastConsents,
  insertAcceptance,
  insertGiven,
  insertWithdrawn,
  listStandings,
  type GivenConsent,
} from './consent.queries.ts'
import { textHash } from './consent.texts.ts'

type ConsentChoice = Pick<GivenConsent, 'document' | 'language' | 'method'>

/** Records a yes to the version in force, in the caller's transaction; false when the account is gone. */
async function agree(
  { config, now }: Pick<App, 'config' | 'now'>,
  on: Sql,
  userId: string,
  { document, language, method }: ConsentChoice,
): Promise<boolean> {
  if (!(await holdAccount(on, userId))) return false
  const at = now()
  const version = documentVersions[document]
  const hash = textHash(document, language, config.clubName)
  await insertGiven(on, { userId, document, version, textHash: hash, language, method, at })
  if (document === 'terms' && !(await insertAcceptance(on, userId, version, at)))
    throw new Error('the terms in force are not in the database')
  return true
}

/** Records that a new member accepted the terms as they are, by the box of the sign-up form. */
export async function acceptTerms(
  app: Pick<App, 'config' | 'now'>,
  on: Sql,
  userId: string,
  language: Language,
): Promise<void> {
  await agree(app, on, userId, { document: 'terms', language, method: 'checkbox' })
}

/** Records the explicit consent to content, as if the box of its dialog had been ticked. */
export async function consentToContent(
  app: Pick<App, 'config' | 'now'>,
  on: Sql,
  userId: string,
  language: Language,
): Promise<void> {
  await agree(app, on, userId, { document: 'content', language, method: 'checkbox' })
}

export const giveConsent: Handler<typeof contract.giveConsent> = async (ctx, { body }) => {
  const { version, ...choice } = body
  const newer = newerVersion(choice.document, version)
  if (newer) return ctx.refuse('version_outdated', { version: newer })
  const { userId } = ctx.viewer
  // each makes everybody who sees what was hidden read again
  await ctx.enforceLimits()
  const isThere = await ctx.db.transaction(
    async (tx) => (await holdOwn(tx, ctx.viewer)) && agree(ctx, tx, userId, choice),
  )
  return isThere ? { done: true } : ctx.refuse('not_signed_in')
}

export const withdrawConsent: Handler<typeof contract.withdrawConsent> = async (ctx) => {
  const { userId } = ctx.viewer
  await ctx.db.transaction(async (tx) => {
    if (!(await holdOwn(tx, ctx.viewer))) return ctx.refuse('not_signed_in')
    await insertWithdrawn(tx, userId, 'content', ctx.now())
  })
  return { done: true }
}

export const listConsents: Handler<typeof contract.listConsents> = async ({ db, viewer }) => {
  const standings = await listStandings(db, viewer.userId)
  return {
    consents: ConsentDocument.options.map((document) => {
      const standing = standings.find((one) => one.document === document)
      const { version = null, isGiven = false, at = null } = standing ?? {}
      return { document, version, isGiven, at, current: documentVersions[document] }
    }),
  }
}

/** Takes out what has not counted for three years, of this ledger and of the cookie banner's. */
export const forgetConsents = async ({ db, now }: Pick<App, 'db' | 'now'>): Promise<Removed> => ({
  consents: await deletePastConsents(db, retentionCutoff('consents', now())),
})
