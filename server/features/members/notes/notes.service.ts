import { randomUUID } from 'node:crypto'
import { codes } from '#contract/errors.ts'
import type * as contract from '#contract/members/notes.ts'
import { termsRefusal } from '#server/features/consent/consent.policy.ts'
import { mayViewProfile } from '#server/features/members/profiles.policy.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { deleteNote, findNote, listNotes, putNote, type SealedNote } from './notes.queries.ts'

const USE = 'private-note'

/** Decrypts a note. One whose key is lost counts as none, so that a new one can replace it. */
async function openNote(
  { strongbox, log }: Pick<App, 'strongbox' | 'log'>,
  { id, sealed }: SealedNote,
): Promise<string | null> {
  try {
    return (await strongbox.open(USE, id, sealed)).toString()
  } catch (error) {
    log.warn({ err: error }, 'a note could not be read for its writer')
    return null
  }
}

export const getNote: Handler<typeof contract.getNote> = async (ctx, { params }) => {
  const aboutId = params.memberId.toLowerCase()
  const note = await findNote(ctx.db, { writerId: ctx.viewer.userId, aboutId })
  return { text: note ? await openNote(ctx, note) : null }
}

export const saveNote: Handler<typeof contract.saveNote> = async (ctx, { params, body }) => {
  const { text } = body
  const aboutId = params.memberId.toLowerCase()
  const pair = { writerId: ctx.viewer.userId, aboutId }
  if (!text) {
    await deleteNote(ctx.db, pair)
    return { text: null }
  }
  ctx.refuseIf(termsRefusal(ctx.viewer))
  if (!mayViewProfile(ctx.viewer, aboutId)) return ctx.refuse(codes.notFound)
  // a new id for each text: it is part of what the text is encrypted with
  const id = randomUUID()
  const sealed = await ctx.strongbox.seal(USE, id, Buffer.from(text))
  const isPut = await putNote(ctx.db, pair, { id, sealed, looking: ctx.viewer, at: ctx.now() })
  return isPut ? { text } : ctx.refuse(codes.notFound)
}

/** A member's private notes as files for the copy of their data. */
export async function listNoteFiles(
  app: Pick<App, 'strongbox'>,
  on: Sql,
  writerId: string,
): Promise<{ name: string; read: () => Promise<Buffer> }[]> {
  const notes = await listNotes(on, writerId)
  return notes.map((note) => ({
    name: `${note.id}.txt`,
    read: () => app.strongbox.open(USE, note.id, note.sealed),
  }))
}
