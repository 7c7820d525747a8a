// A moderator's decision on a case while it is written: what is missing, what is sent, what the member reads.
import type { CaseFile, DecisionKind } from '#contract/moderation/cases.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import type { decideCase } from '#contract/moderation/cases.ts'
import { limits } from '#contract/limits.ts'
import type { Statement, StatementGround } from '#contract/moderation/statements.ts'
import { cleanWords, countKept } from '#contract/words.ts'

/** A decision as it is being written. */
export type DecisionDraft = {
  kind: DecisionKind | null
  ground: StatementGround
  rule: string
  facts: string
  /** Days that a measure lasts; 0 until one chooses. */
  days: number
  removes: readonly string[]
  unfounded: readonly string[]
  /** How many reports there were when it was begun; null while there is nothing of it. */
  seen: number | null
  /** What the case was then, in all that bears on it. */
  version: string | null
}

export const emptyDraft: DecisionDraft = {
  kind: null,
  ground: 'terms',
  rule: '',
  facts: '',
  days: 0,
  removes: [],
  unfounded: [],
  seen: null,
  version: null,
}

/** What can still be removed of what was chosen. */
export const stillThere = (
  draft: DecisionDraft,
  { evidence }: Pick<CaseFile, 'evidence'>,
): DecisionDraft => ({
  ...draft,
  removes: draft.removes.filter((id) => evidence.some((one) => one.id === id && !one.isGone)),
})

/** What nobody wants to type twice. */
export const draftWords = ({ rule, facts }: DecisionDraft) => rule + facts
export const hasWords = (draft: DecisionDraft) => draftWords(draft).trim() !== ''

/** Whether a draft equals the last decision: the response to it may have been lost. */
export const isTaken = (
  { kind, facts }: DecisionDraft,
  { decisions: [last] }: Pick<CaseFile, 'decisions'>,
  by: string,
): boolean =>
  last?.by === by &&
  last.kind === kind &&
  (kind === 'no_breach' || last.facts === cleanWords(facts))

/** How long a measure may last, in days. */
export const DAYS = [1, 3, 7, 14, 30, 90, 180] as const

export const isTimed = (kind: DecisionKind | null) => kind === 'limit_posting' || kind === 'suspend'
/** Of these one is asked once more. */
export const isSevere = (kind: DecisionKind | null) =>
  kind === 'suspend' || kind === 'ban' || kind === 'minor'

type Field = 'kind' | 'days' | 'removes' | 'rule' | 'facts'
export type DraftProblems = Partial<Record<Field, string>>

const lengthProblem = (text: string, max: number) => {
  const length = countKept(text)
  return length === 0 ? 'text_missing' : length > max ? 'text_too_long' : undefined
}

/** What is missing, in the order of the form. */
export function findProblems({ kind, days, removes, rule, facts }: DecisionDraft): DraftProblems {
  if (!kind) return { kind: 'decision_missing' }
  if (kind === 'no_breach') return {}
  const problems: DraftProblems = {}
  if (isTimed(kind) && !days) problems.days = 'days_missing'
  if (kind === 'remove' && removes.length === 0) problems.removes = 'removes_missing'
  const wrongRule = lengthProblem(rule, limits.statementRule)
  const wrongFacts = lengthProblem(facts, limits.statementFacts)
  if (wrongRule) problems.rule = wrongRule
  if (wrongFacts) problems.facts = wrongFacts
  return problems
}

const DAY_MS = 86_400_000

/** When a measure ends that begins now. */
export const measureEnd = ({ kind, days }: DecisionDraft, now: Date): string | null =>
  isTimed(kind) && days ? new Date(now.getTime() + days * DAY_MS).toISOString() : null

/** How the case was when its draft was begun: as it is now, for one that is begun now. */
export const resolveSeen = (
  { seen, version }: Pick<DecisionDraft, 'seen' | 'version'>,
  file: Pick<CaseFile, 'reports' | 'version'>,
) => ({ seen: seen ?? file.reports, version: version ?? file.version })

/** What is sent; call it with a draft without problems. */
export function toRequestBody(
  draft: DecisionDraft,
  file: Pick<CaseFile, 'reports' | 'version'>,
  now: Date,
): RequestOf<typeof decideCase>['body'] {
  const { kind, ground, rule, facts, removes, unfounded } = draft
  const { seen, version } = resolveSeen(draft, file)
  const read = { reports: seen, version }
  const until = measureEnd(draft, now)
  if (!kind || kind === 'no_breach')
    return {
      kind: 'no_breach',
      ...read,
      ...(unfounded.length > 0 && { unfounded: [...unfounded] }),
    }
  return {
    kind,
    ...read,
    grounds: { ground, rule, facts },
    ...(until && { until }),
    ...(removes.length > 0 && { removes: [...removes] }),
  }
}

export type Preview = Pick<
  Statement,
  'kind' | 'removed' | 'endsAt' | 'facts' | 'ground' | 'rule' | 'source' | 'language'
>

const STATEMENTS = {
  remove: 'removal',
  warn: 'warning',
  limit_posting: 'posting_limit',
  suspend: 'suspension',
  ban: 'ban',
  minor: 'ban',
} as const

/** What the member will read, as far as it is written. */
export function toPreview(draft: DecisionDraft, file: CaseFile, now: Date): Preview | null {
  const { kind, ground, rule, facts, removes } = draft
  if (!kind || kind === 'no_breach') return null
  const gone = file.evidence.find(({ id }) => id === removes[0])
  return {
    kind: STATEMENTS[kind],
    removed: kind === 'remove' && gone ? { kind: gone.kind, text: gone.text } : null,
    endsAt: measureEnd(draft, now),
    facts: facts.trim() || '…',
    ground,
    rule: rule.trim() || '…',
    // as the server finds it (`caseSource`): only notices name nothing that was reported
    source: file.reports === 0 ? 'own' : file.targets.length > 0 ? 'report' : 'notice',
    language: file.language ?? 'de',
  }
}
