import { openImage } from '#contract/review.ts'
import { COPY_CONSENT, neededSides, type Side } from '#contract/verification.ts'
import { audit, type AuditAction } from '#server/platform/audit.ts'
import { sql } from '#server/platform/database.ts'
import { uuid } from '#testing/random.ts'
import type { Club } from './club.ts'

type As = { cookie: string }

/** What the vault is given for a side: enough of a JPEG to be told from another. */
export const documentOf = (submissionId: string, side: Side): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from(`canary-document ${submissionId} ${side}`),
  ])

type Fields = { at?: Date; sides?: readonly Side[] }

/** A member's submission that waits, its files in the vault, as if it had been handed in. */
export async function insertSubmission(
  { app, db }: Club,
  { userId }: { userId: string },
  { at = app.now(), sides = ['front', 'back', 'selfie'] }: Fields = {},
): Promise<{ id: string; paths: string[] }> {
  const id = uuid()
  const time = at.toISOString()
  const sealed = await Promise.all(
    sides.map(async (side) => {
      const fileId = uuid()
      const path = `${userId}/canary-path-${fileId}`
      const bound = { userId, submissionId: id, side }
      return { side, fileId, path, ...(await app.vault.put(path, documentOf(id, side), bound, at)) }
    }),
  )
  await db.begin(async (tx) => {
    await tx.run(sql`
      insert into verification_submissions (id, user_id, created_at, consent, consented_at)
      values (${id}, ${userId}, ${time}, ${COPY_CONSENT}, ${time})`)
    for (const { side, fileId, path, epoch, wrapped } of sealed) {
      await tx.run(sql`
        insert into verification_files (id, user_id, meant_for, submission_id, side, path, created_at)
        values (${fileId}, ${userId}, ${id}, ${id}, ${side}, ${path}, ${time})`)
      await tx.run(sql`insert into id_file_keys values (${fileId}, ${epoch}, ${wrapped})`)
    }
    await tx.run(sql`
      update profiles set verification_status = 'pending', verification_method = 'none',
        verified_at = null where id = ${userId}`)
  })
  return { id, paths: sealed.map(({ path }) => path) }
}

/** As if every session of theirs had just typed the password. */
export const proved = ({ app, db }: Club, { userId }: { userId: string | null }) =>
  db.run(sql`update sessions set proved_at = ${app.now().toISOString()} where user_id = ${userId}`)

/** The link an admin with a fresh proof is given for an image. */
export async function openedLink(
  club: Club,
  admin: As & { userId: string | null },
  submissionId: string,
  side: Side,
): Promise<string> {
  await proved(club, admin)
  const opened = await club.call(admin, openImage, { params: { submissionId }, body: { side } })
  if (!opened.ok) throw new Error(opened.code)
  return new URL(opened.answer.url, club.url).searchParams.get('link') ?? ''
}

/** As if an admin had looked at what an approval needs. */
export async function looked(
  { app, db }: Pick<Club, 'app' | 'db'>,
  { userId: actorId }: { userId: string | null },
  submissionId: string,
): Promise<void> {
  const whose = await db.row<{ userId: string | null }>(
    sql`select user_id from verification_submissions where id = ${submissionId}`,
  )
  for (const side of neededSides)
    await audit(db, {
      at: app.now(),
      actorId,
      action: 'id_viewed',
      subjectId: whose?.userId ?? null,
      details: { submission: submissionId, side, purpose: 'review' },
    })
}

type Trace = {
  action: AuditAction
  actorId: string | null
  subjectId: string | null
  details: Record<string, unknown>
}

/** What was written down so far, oldest first. */
export const traces = ({ db }: Pick<Club, 'db'>): Promise<Trace[]> =>
  db.rows<Trace>(sql`select action, actor_id, subject_id, details from audit order by id`)
