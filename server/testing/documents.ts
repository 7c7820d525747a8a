import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestOf } from '#contract/endpoint.ts'
import {
  COPY_CONSENT,
  stageFile,
  submitVerification,
  type Side,
  type Verification,
} from '#contract/verification.ts'
import { insertStaged, listStaged } from '#server/features/verification/documents.queries.ts'
import { uuid } from '#testing/random.ts'
import type { Club } from './club.ts'
import { photo } from './photos.ts'

type As = { cookie: string }
type Submitted = RequestOf<typeof submitVerification>['body']

/** Stages a picture, which must be taken; answers its id. */
export async function staged(club: Club, as: As, side: Side): Promise<string> {
  const request = { query: { side, type: 'jpeg' as const }, file: await photo() }
  const taken = await club.call(as, stageFile, request)
  if (!taken.ok) throw new Error(taken.code)
  return taken.answer.fileId
}

/** The same without a decoder: anything at all, sealed and ready to be submitted. */
export async function insertStagedFile(
  { app, db }: Pick<Club, 'app' | 'db'>,
  userId: string,
  side: Side,
): Promise<string> {
  const [known] = await listStaged(db, userId, new Date(0))
  const meantFor = known?.meantFor ?? uuid()
  const [id, createdAt] = [uuid(), app.now()]
  const path = `${userId}/${side}_${id}`
  const bound = { userId, submissionId: meantFor, side }
  const key = await app.vault.put(path, Buffer.from('a document'), bound, createdAt)
  await db.begin((tx) => insertStaged(tx, { id, userId, meantFor, side, path, createdAt }, key))
  return id
}

/** What a browser sends to submit; of whoever may not stage anything, ids of nothing. */
export async function filesFor(club: Club, as: As): Promise<Submitted> {
  const idOf = (side: Side) => staged(club, as, side).catch(() => uuid())
  return { frontId: await idOf('front'), selfieId: await idOf('selfie'), consent: COPY_CONSENT }
}

/** A submission made as a browser makes it. */
export async function submitted(club: Club, as: As): Promise<Verification> {
  const done = await club.call(as, submitVerification, { body: await filesFor(club, as) })
  if (!done.ok) throw new Error(done.code)
  return done.answer
}

/** The files of identity documents as they lie on the disk. */
export async function sealedFiles({
  dataDir,
}: Pick<Club, 'dataDir'>): Promise<Map<string, Buffer>> {
  const folder = join(dataDir, 'files', 'id-uploads')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length + 1), await readFile(path)] as const
      }),
    ),
  )
}
