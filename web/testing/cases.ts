import type { Appeal, AppealLine } from '#contract/moderation/appeals.ts'
import type { CaseFile, ListedCase, getDeskFigures, Handover } from '#contract/moderation/cases.ts'
import type { CaseReport, Evidence, Person } from '#contract/moderation/caseFile.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Report } from '#contract/moderation/reports.ts'
import type { Statement } from '#contract/moderation/statements.ts'

export const deskId = (number: number): string =>
  `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A report of somebody's own that waits, due in two days by the tests' clock. */
export const report = (more: Partial<Report> = {}): Report => ({
  number: 'R-2026-123456',
  targetKind: 'post',
  text: 'Du bist hässlich.',
  reason: 'harassment',
  details: null,
  explanation: null,
  receivedAt: '2026-11-21T10:00:00.000Z',
  dueAt: '2026-11-24T10:00:00.000Z',
  state: 'received',
  decidedAt: null,
  outcome: null,
  mayAppeal: false,
  appealUntil: null,
  appeal: null,
  ...more,
})

/** A suspension of a week, in force. */
export const statement = (more: Partial<Statement> = {}): Statement => ({
  id: deskId(501),
  number: 'S-2026-123456',
  kind: 'suspension',
  removed: null,
  startsAt: '2026-11-20T10:00:00.000Z',
  endsAt: '2026-11-27T10:00:00.000Z',
  facts: 'Sie haben jemanden mehrfach beleidigt.',
  ground: 'terms',
  rule: 'Hausregeln, „Seien Sie freundlich“',
  isAutomated: false,
  source: 'report',
  restored: null,
  liftedAt: null,
  redress: 'Sie können sechs Monate lang widersprechen.',
  language: 'de',
  appealUntil: '2027-05-20T21:59:59.000Z',
  mayAppeal: true,
  appeal: null,
  ...more,
})

/** An objection that waits. */
export const appeal = (more: Partial<Appeal> = {}): Appeal => ({
  id: deskId(601),
  text: 'Das war ein Zitat.',
  receivedAt: '2026-11-21T11:00:00.000Z',
  dueAt: '2026-12-05T11:00:00.000Z',
  decidedAt: null,
  isGranted: null,
  answer: null,
  ...more,
})

export const appealLine = (more: Partial<AppealLine> = {}): AppealLine => ({
  ...appeal(),
  against: 'statement',
  number: 'S-2026-123456',
  caseId: deskId(701),
  username: 'Ben',
  language: 'de',
  decision: {
    kind: 'suspension',
    facts: 'Sie haben jemanden mehrfach beleidigt.',
    rule: 'Hausregeln, „Seien Sie freundlich“',
    endsAt: '2026-11-27T10:00:00.000Z',
    liftedAt: null,
    by: 'Jo',
    at: '2026-11-20T10:00:00.000Z',
  },
  isOverdue: false,
  answeredBy: null,
  refusal: null,
  ...more,
})

/** An open case, reported once and due in 70 hours. */
export const caseLine = (more: Partial<ListedCase> = {}): ListedCase => ({
  words: 'Niemand will dich hier.',
  room: 'Wintergarten',
  id: deskId(701),
  number: 'C-2026-123456',
  urgency: 'days',
  openedAt: '2026-11-21T10:00:00.000Z',
  dueAt: '2026-11-24T10:00:00.000Z',
  isOverdue: false,
  state: 'open',
  username: 'Ben',
  targets: ['post'],
  reasons: ['harassment'],
  reports: 1,
  isTrusted: false,
  decision: null,
  decidedAt: null,
  awaitsSecond: false,
  age: null,
  ...more,
})

export const person = (more: Partial<Person> = {}): Person => ({
  id: deskId(801),
  username: 'Ben',
  memberSince: '2026-03',
  isVerified: true,
  isNew: false,
  reportsAbout: 4,
  reportsUpheld: 1,
  reportsMade: 2,
  reportsUnfounded: 0,
  reportingLimitedUntil: null,
  postingLimitedUntil: null,
  suspendedUntil: null,
  isBanned: false,
  statements: [],
  ...more,
})

export const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  id: deskId(901),
  kind: 'post',
  frozenAt: '2026-11-21T10:00:00.000Z',
  author: 'Ben',
  text: 'Du bist hässlich.',
  city: null,
  room: 'Wintergarten',
  createdAt: '2026-11-21T09:55:00.000Z',
  context: [],
  hasPhoto: false,
  isGone: false,
  ...more,
})

export const caseReport = (more: Partial<CaseReport> = {}): CaseReport => ({
  id: deskId(951),
  number: 'R-2026-123456',
  receivedAt: '2026-11-21T10:00:00.000Z',
  reason: 'harassment',
  details: 'Schon zum dritten Mal.',
  explanation: null,
  location: null,
  evidenceId: deskId(901),
  reporter: person({ id: deskId(802), username: 'Ida', reportsAbout: 0, reportsUpheld: 0 }),
  notifier: null,
  isTrusted: false,
  isUnfounded: false,
  ...more,
})

export const handover = (more: Partial<Handover> = {}): Handover => ({
  id: deskId(971),
  facts: 'Er droht, sie heute zu besuchen.',
  proposedBy: 'Jo',
  proposedAt: '2026-11-21T10:30:00.000Z',
  state: 'proposed',
  answeredBy: null,
  answeredAt: null,
  refusal: null,
  ...more,
})

export const caseFile = (more: Partial<CaseFile> = {}): CaseFile => ({
  ...caseLine(),
  version: 'as opened',
  about: person(),
  language: 'de',
  evidence: [evidence()],
  latest: [caseReport()],
  decisions: [],
  handovers: [],
  refusal: null,
  keepOutRefusal: null,
  needsSecondAdmin: false,
  ...more,
})

export const figures: AnswerOf<typeof getDeskFigures> = {
  year: 2026,
  reports: 1234,
  notices: 56,
  fromTrusted: 7,
  byReason: [
    { key: 'harassment', count: 800 },
    { key: 'scam', count: 434 },
  ],
  cases: { opened: 612, decided: 600, overdue: 3 },
  medianMinutes: 95,
  decisions: [
    { key: 'no_breach', count: 300 },
    { key: 'remove', count: 200 },
  ],
  statements: [{ key: 'removal', count: 200 }],
  appeals: { made: 20, granted: 6, refused: 12, open: 2 },
  appealMedianMinutes: 4_320,
  handovers: 2,
  monthlyRecipients: 2_048,
}
