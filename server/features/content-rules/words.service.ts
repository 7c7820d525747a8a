import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/content-rules/contentRules.ts'
import { limits } from '#contract/limits.ts'
import { codePoints } from '#contract/words.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { wordKey } from './words.policy.ts'
import { deleteWord, insertWord, lockWords, readWords } from './words.queries.ts'

export const listWords: Handler<typeof contract.listWords> = async ({ db }) => ({
  words: await readWords(db),
})

export const addWord: Handler<typeof contract.addWord> = async (ctx, { body: { word } }) => {
  const at = ctx.now()
  // a letter with a stroke through it is that letter, which most texts have
  if (codePoints(wordKey(word)) < limits.blockedWord.min)
    return ctx.refuse('invalid_input', { errors: [{ path: 'word', message: 'invalid' }] })
  await ctx.db.transaction(async (tx) => {
    await lockWords(tx)
    const words = await readWords(tx)
    if (words.length >= limits.blockedWords) return ctx.refuse('invalid_input')
    if (words.some((one) => wordKey(one.word) === wordKey(word))) return ctx.refuse(codes.conflict)
    const id = randomUUID()
    await insertWord(tx, { id, word, addedAt: at.toISOString() })
    const details = { word: id }
    await audit(tx, { at, actorId: ctx.viewer.userId, action: 'word_added', details })
  })
  return { done: true }
}

export const removeWord: Handler<typeof contract.removeWord> = async (ctx, { params }) => {
  const id = params.wordId.toLowerCase()
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteWord(tx, id))) return ctx.refuse(codes.notFound)
    const entry = { at: ctx.now(), actorId: ctx.viewer.userId, details: { word: id } }
    await audit(tx, { ...entry, action: 'word_removed' })
  })
  return { done: true }
}
