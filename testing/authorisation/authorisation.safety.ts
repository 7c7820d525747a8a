// What everybody's well-formed request about reports, decisions and appeals gets.
import * as appeals from '#contract/moderation/appeals.ts'
import * as desk from '#contract/moderation/cases.ts'
import * as reports from '#contract/moderation/reports.ts'
import * as signals from '#contract/members/signals.ts'
import * as statements from '#contract/moderation/statements.ts'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { now, uuid } from '#testing/random.ts'
import { noRequest, row, type AccessRow, type AccessScene } from './authorisation.access.ts'
import type { Club } from '#testing/club/club.ts'
import { profileTarget, reportTarget } from '#testing/moderation/cases.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

/** Somebody reported somebody else. */
async function aCase({ club }: Pick<AccessScene, 'club'>): Promise<{ caseId: string }> {
  const tom = await club.member()
  await reportTarget(club, await club.member(), profileTarget(tom))
  const row = await club.db.row<{ id: string }>(
    sql`select id from cases where user_id = ${tom.userId}`,
  )
  return { caseId: row!.id }
}

/** A statement to the caller, if they have an account. */
async function aStatement({ club, who }: AccessScene): Promise<string> {
  const { userId } = who.userId ? { userId: who.userId } : await club.member()
  const id = await stateDecision(club.db, userId, '2999-01-01')
  await club.db.run(sql`update statements set starts_at = now() where id = ${id}`)
  return id
}

async function aLink(scene: AccessScene): Promise<string> {
  const token = newToken()
  const id = await aStatement(scene)
  await scene.club.db.run(
    sql`insert into statement_links values (${secretHash(token)}, ${id}, now())`,
  )
  return token
}

/** A report of theirs that was called no breach. */
async function ownReport({ club, who }: AccessScene, isDecided = false): Promise<string> {
  const { caseId } = await aCase({ club })
  await club.db.run(sql`update reports set reporter_id = ${who.userId} where case_id = ${caseId}`)
  if (isDecided) {
    await club.db.run(sql`update cases set decided_at = now() where id = ${caseId}`)
    await club.db.run(sql`
      insert into case_decisions (id, case_id, kind, decided_at)
      values (${uuid()}, ${caseId}, 'no_breach', now())`)
  }
  const row = await club.db.row<{ number: string }>(
    sql`select number from reports where case_id = ${caseId}`,
  )
  return row!.number
}

async function aHandover({ club, who, standing }: AccessScene, isConfirmed: boolean | null) {
  if (standing === 'admin') await proveSession(club, who)
  const { caseId } = await aCase({ club })
  const handoverId = uuid()
  const { userId: proposerId } = await club.member({ isModerator: true })
  const at = isConfirmed === null ? null : now()
  await club.db.run(sql`
    insert into handovers (id, case_id, facts, proposed_by, proposed_at, answered_at, is_confirmed)
    values (${handoverId}, ${caseId}, 'A threat.', ${proposerId}, now(), ${at}, ${isConfirmed})`)
  return { params: { handoverId } }
}

async function anAppeal(club: Club) {
  const tom = await club.member()
  const statementId = await stateDecision(club.db, tom.userId, '2999-01-01')
  const appealId = uuid()
  await club.db.run(sql`
    insert into appeals (id, statement_id, user_id, text, received_at, due_at)
    values (${appealId}, ${statementId}, ${tom.userId}, 'Please.', now(), now())`)
  return { params: { appealId } }
}

async function aPhoto({ club }: AccessScene) {
  const { caseId } = await aCase({ club })
  const evidenceId = uuid()
  const sealed = await club.app.strongbox.seal('evidence-photo', evidenceId, Buffer.from('photo'))
  await club.db.run(sql`
    insert into evidence (id, case_id, kind, source_id, frozen_at, content_hash, sealed, sealed_photo)
    values (${evidenceId}, ${caseId}, 'photo', ${uuid()}, now(), '\\x01', '\\x01', ${sealed})`)
  return { params: { evidenceId } }
}

const appeal = () => ({ id: uuid(), text: 'Please look again.' })
const year = { query: { year: '2026' } }

export const safetyRows: AccessRow[] = [
  row(signals.listSignals, noRequest),
  row(signals.seeSignals, async ({ club }) => {
    const tom = await club.member()
    for (let count = 0; count < signals.SIGNALS_HEARD; count += 1)
      await club.db.run(sql`
        insert into signals values (${(await club.member()).userId}, ${tom.userId}, 'rude', ${club.app.now().toISOString()})`)
    return { params: { memberId: tom.userId }, body: { latest: '2999-01-01T00:00:00.000Z' } }
  }),
  row(
    reports.createReport,
    async ({ club }) => ({
      body: { id: uuid(), target: profileTarget(await club.member()), reason: 'spam' as const },
    }),
    // who is not in yet sees nobody
    { waiting: 'PGRST116' },
  ),
  row(reports.listReports, () => ({ query: {} })),
  row(reports.getReport, async (scene) => ({ params: { number: await ownReport(scene) } })),

  row(statements.listStatements, noRequest),
  row(statements.readStatementByLink, async (scene) => ({ body: { token: await aLink(scene) } })),
  row(statements.liftStatement, async ({ club, who }) => {
    if (who.userId) await proveSession(club, who)
    return {
      params: {
        statementId: await stateDecision(club.db, (await club.member()).userId, '2999-01-01'),
      },
      body: { reason: 'It was a mistake.' },
    }
  }),

  row(appeals.appealStatement, async (scene) => ({
    params: { statementId: await aStatement(scene) },
    body: appeal(),
  })),
  row(appeals.appealReport, async (scene) => ({
    params: { number: await ownReport(scene, true) },
    body: appeal(),
  })),
  row(appeals.appealByLink, async (scene) => ({
    body: { token: await aLink(scene), ...appeal() },
  })),
  row(appeals.listAppeals, () => ({ query: {} })),
  row(appeals.decideAppeal, async ({ club }) => ({
    ...(await anAppeal(club)),
    body: { isGranted: false, answer: 'It stands.' },
  })),

  row(desk.listCases, () => ({ query: {} })),
  row(desk.openOwnCase, async ({ club }) => ({
    body: { target: profileTarget(await club.member()) },
  })),
  row(desk.getCase, async (scene) => ({ params: await aCase(scene) })),
  row(desk.getEvidencePhoto, aPhoto),
  row(desk.nameMember, async ({ club }) => {
    const { caseId } = await aCase({ club })
    await club.db.run(sql`update cases set user_id = null where id = ${caseId}`)
    return { params: { caseId }, body: { username: (await club.member()).username } }
  }),
  row(desk.decideCase, async (scene) => ({
    params: await aCase(scene),
    body: { kind: 'no_breach' as const, reports: 1 },
  })),
  row(desk.askAge, async (scene) => {
    if (scene.who.userId) await proveSession(scene.club, scene.who)
    return { params: await aCase(scene), query: {} }
  }),
  row(desk.proposeHandover, async (scene) => ({
    params: await aCase(scene),
    body: { facts: 'A threat.' },
  })),
  row(desk.answerHandover, async (scene) => ({
    ...(await aHandover(scene, null)),
    body: { isConfirmed: true },
  })),
  row(desk.getHandoverPackage, (scene) => aHandover(scene, true)),
  row(desk.getDeskFigures, () => year),
  row(desk.exportDeskFigures, () => year),
  row(desk.getFlaggers, noRequest),
  row(desk.saveFlaggers, () => ({ body: { domains: ['jugendschutz.net'] } })),
]
