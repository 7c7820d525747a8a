import type { VerificationStatus } from '#contract/accounts/session.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { SealedFile } from './demo.submissions.ts'

export type DemoSubmission = {
  id: string
  userId: string
  status: 'pending' | 'verified' | 'rejected'
  createdAt: Date
  consent: string
  decidedAt: Date | null
  note: string | null
  files: SealedFile[]
}

/** Keeps a second filling from finishing until the transaction ends. */
export const lockDemoMembers = (on: Sql): Promise<number> =>
  on.run(sql`select from users where is_demo order by id for no key update`)

/** How many submissions demo members have made. */
export async function countSubmissions(on: Sql): Promise<number> {
  const found = await on.row<{ count: number }>(sql`
    select count(*) from verification_submissions s join users u on u.id = s.user_id
    where u.is_demo`)
  return found?.count ?? 0
}

export type DemoSitter = {
  id: string
  username: string
  birthdate: string
  status: VerificationStatus
}

/** Demo members in the order they joined, but for the one who can be signed in as. */
export const listSitters = (on: Sql): Promise<DemoSitter[]> =>
  on.rows<DemoSitter>(sql`
    select p.id, p.username, p.birthdate, p.verification_status as status
    from profiles p join users u on u.id = p.id
    where u.is_demo and u.email <> 'mia@demo.invalid' order by u.created_at, u.id`)

/** Submissions, their files and keys, and what they make of their members. */
export async function insertDemoSubmissions(on: Sql, submissions: DemoSubmission[]): Promise<void> {
  const given = JSON.stringify(
    submissions.map((submission) => ({ ...submission, files: undefined })),
  )
  await on.run(sql`
    insert into verification_submissions
      (id, user_id, status, created_at, consent, consented_at, review_note, decided_at)
    select id, "userId", status, "createdAt", consent, "createdAt", note, "decidedAt"
    from jsonb_to_recordset(${given}::jsonb) as given (id uuid, "userId" uuid, status text,
      "createdAt" timestamptz, consent text, note text, "decidedAt" timestamptz)`)
  for (const { id, userId, createdAt, files } of submissions)
    for (const { id: fileId, side, path, epoch, wrapped } of files) {
      await on.run(sql`
        insert into verification_files (id, user_id, meant_for, submission_id, side, path, created_at)
        values (${fileId}, ${userId}, ${id}, ${id}, ${side}, ${path}, ${createdAt.toISOString()})`)
      await on.run(sql`
        insert into id_file_keys (file_id, epoch, wrapped) values (${fileId}, ${epoch}, ${wrapped})`)
    }
  await on.run(sql`
    update profiles p set verification_status = s.status, verified_at = s.decided_at,
      verification_method = 'id_manual'
    from verification_submissions s
    where s.user_id = p.id and s.id = any(${submissions.map(({ id }) => id)}::uuid[])
      and s.status = 'verified'`)
  await on.run(sql`
    update profiles p set verification_status = s.status
    from verification_submissions s
    where s.user_id = p.id and s.id = any(${submissions.map(({ id }) => id)}::uuid[])
      and s.status <> 'verified'`)
}
