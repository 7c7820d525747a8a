// Seals what was reported as it stood at that moment, and opens it for the desk and for its reporter.
import { createHash, randomUUID } from 'node:crypto'
import { pickAuthorWords, type AuthorWords } from '#contract/members/author.ts'
import type { Evidence } from '#contract/moderation/caseFile.ts'
import { readLargePhoto } from '#server/features/members/members.ts'
import { hideUnseen } from '#server/features/posts/posts.ts'
import { AUTHOR_WORDS } from '#server/platform/member-rules/author.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { SealedUse } from '#server/platform/vault/strongbox.ts'
import {
  findEvidencePhoto,
  findWhole,
  insertEvidence,
  type SealedEvidence,
} from './evidence.queries.ts'
import { isGone, listContext, type ContextPost, type ReportedTarget } from './targets.queries.ts'

const USE = 'evidence'
const PHOTO_USE = 'evidence-photo'

/** What lies sealed in the database. */
type Content = Pick<
  ReportedTarget,
  'author' | 'text' | 'room' | 'createdAt' | 'editedAt' | 'mentions'
> &
  AuthorWords & { context: ContextPost[] }

/** What was read of a target before its case is known. */
type CapturedEvidence = {
  target: ReportedTarget
  context: ContextPost[]
  photo: Uint8Array | null
}

/** Reads what was reported and what stands around it, at this moment. */
export async function captureEvidence(
  app: App,
  on: Sql,
  target: ReportedTarget,
): Promise<CapturedEvidence> {
  const { kind, sourceId, userId, around } = target
  const context = kind === 'post' && sourceId ? await listContext(on, sourceId) : (around ?? [])
  const photo = kind === 'photo' && sourceId ? await readLargePhoto(app, userId, sourceId) : null
  return { target, context, photo }
}

/** Keeps it as evidence of a case, whatever becomes of it elsewhere. Answers its id. */
export async function keepEvidence(
  app: App,
  tx: Sql,
  caseId: string,
  { target, context, photo }: CapturedEvidence,
): Promise<string> {
  const { kind, sourceId, author, text, room, createdAt, editedAt = null, mentions } = target
  const words = pickAuthorWords(target)
  const id = randomUUID()
  const content: Content = { author, text, ...words, room, createdAt, editedAt, mentions, context }
  // words of a table are known again by their edit: with a hash of them in clear, anybody could guess
  const version = kind === 'message' ? editedAt : text
  const { strongbox } = app
  return insertEvidence(tx, {
    id,
    caseId,
    kind,
    sourceId,
    frozenAt: app.now(),
    contentHash: createHash('sha256')
      .update(
        JSON.stringify([
          kind,
          sourceId,
          author,
          version,
          ...AUTHOR_WORDS.map((name) => words[name]),
        ]),
      )
      .digest(),
    sealed: await strongbox.seal(USE, id, Buffer.from(JSON.stringify(content))),
    sealedPhoto: photo && (await strongbox.seal(PHOTO_USE, id, photo)),
  })
}

/** For another case, too: each keeps its own as long as it is kept itself. Answers its id there. */
export async function copyEvidence(
  { strongbox }: App,
  tx: Sql,
  id: string,
  caseId: string,
): Promise<string | null> {
  const found = await findWhole(tx, id)
  if (!found) return null
  const { kind, sourceId, frozenAt, contentHash, sealed, sealedPhoto } = found
  const copy = randomUUID()
  const again = async (use: SealedUse, box: Buffer) =>
    strongbox.seal(use, copy, await strongbox.open(use, id, box))
  return insertEvidence(tx, {
    id: copy,
    caseId,
    kind,
    sourceId,
    frozenAt: new Date(frozenAt),
    contentHash,
    sealed: await again(USE, sealed),
    sealedPhoto: sealedPhoto && (await again(PHOTO_USE, sealedPhoto)),
  })
}

async function openContent({ strongbox }: Pick<App, 'strongbox'>, { id, sealed }: SealedEvidence) {
  const content = JSON.parse((await strongbox.open(USE, id, sealed)).toString()) as Content
  return { ...content, ...pickAuthorWords(content) }
}

/** What a post, a profile or a message said when it was reported. */
export async function readEvidence(app: App, evidence: SealedEvidence) {
  const content = await openContent(app, evidence)
  const { text, editedAt = null } = content
  return { text, editedAt, ...pickAuthorWords(content) }
}

/** The words of a post or a message as its reporter reads them: in a post whom they do not see is not named, as in its room. */
export async function readForReporter(
  app: App,
  evidence: SealedEvidence,
  reporterId: string,
): Promise<string | null> {
  const { text, mentions } = await openContent(app, evidence)
  if (evidence.kind !== 'post' || text === null) return text
  return hideUnseen(app.db, reporterId, { text, mentions })
}

/** As the desk sees it, with whether it is still there. */
export async function asEvidence(
  app: App,
  evidence: SealedEvidence,
  userId: string | null,
): Promise<Evidence> {
  const { id, kind, sourceId, frozenAt, hasPhoto } = evidence
  const { mentions: _, ...content } = await openContent(app, evidence)
  const gone = await isGone(app.db, { ...content, kind, sourceId, userId })
  return { id, kind, frozenAt, ...content, hasPhoto, isGone: gone }
}

/** An image among the evidence, with whom it is about. */
export async function openPhoto(app: App, id: string) {
  const found = await findEvidencePhoto(app.db, id)
  if (!found) return null
  const { caseId, userId, sealedPhoto } = found
  const read = async () => new Uint8Array(await app.strongbox.open(PHOTO_USE, id, sealedPhoto))
  return { caseId, userId, read }
}
