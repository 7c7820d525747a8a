// The desk of reports: its list, opening and reading a case, naming a member, deciding.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { CaseFile, CaseLine, DecisionKind, Handover } from './caseFile.ts'
import { domainForm } from '../email.ts'
import { endpoint, file } from '../endpoint.ts'
import { cleanedText, Moment } from '../fields.ts'
import { limits } from '../limits.ts'
import { openKinds } from './reports.ts'
import { StatementGround } from './statements.ts'
import { LineText, NoteText } from '../posts/textFields.ts'

// exported again, so that code about cases imports from one file
export type { CaseFile, CaseLine, DecisionKind, Handover }

/** A case as the list of them tells it. */
export const ListedCase = z.extend(CaseLine, {
  /** How a reported post begins that still stands in its room; null where only the case itself tells, each reading of which is on record. */
  words: z.nullable(z.string()),
  /** Where that post stands; null with its words. */
  room: z.nullable(z.string()),
})
export type ListedCase = z.infer<typeof ListedCase>

/** Open: the most urgent first, trusted flaggers first among equals, then the oldest. Decided: newest first. */
export const listCases = endpoint({
  method: 'GET',
  path: '/api/desk/cases',
  access: 'moderator',
  query: z.object({
    state: z.optional(z.enum(['open', 'decided'])),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({
    cases: z.array(ListedCase).check(z.maxLength(limits.casesPerPage)),
    next: z.nullable(z.string()),
    open: z.int(),
    overdue: z.int(),
    /** How many appeals wait. */
    appeals: z.int(),
    needsSecondAdmin: z.boolean(),
  }),
})

const params = z.object({ caseId: z.uuid() })

/** What staff open a case about by themselves: nothing of a table, which only one of the two may report. */
export const OwnCaseTarget = z.object({ kind: z.enum(openKinds), id: z.uuid() })
export type OwnCaseTarget = z.infer<typeof OwnCaseTarget>

/** A case nobody reported: what staff come upon themselves, frozen as it is now. It joins the case its member has open already; a decision in it says that the club noticed by itself. */
export const openOwnCase = endpoint({
  method: 'POST',
  path: '/api/desk/cases',
  access: 'moderator',
  body: z.object({ target: OwnCaseTarget }),
  response: z.object({ caseId: z.uuid() }),
  errors: [codes.notFound, 'own_case'],
})

/** Each reading is on record before it is answered. */
export const getCase = endpoint({
  method: 'GET',
  path: '/api/desk/cases/:caseId',
  access: 'moderator',
  params,
  response: CaseFile,
  errors: [codes.notFound],
})

export const getEvidencePhoto = file({
  path: '/api/desk/evidence/:evidenceId/photo',
  access: 'moderator',
  params: z.object({ evidenceId: z.uuid() }),
  file: ['image/webp'],
  errors: [codes.notFound],
})

/** Finds the member a notice speaks of: their profile becomes evidence, and the case theirs. The answer may be the case they already had; while a handover waits in both, it is `already_pending`. Whom a notice calls a minor is suspended by it, which takes a fresh proof. */
export const nameMember = endpoint({
  method: 'POST',
  path: '/api/desk/cases/:caseId/member',
  access: 'moderator',
  params,
  body: z.object({ username: LineText(limits.username.max) }),
  response: z.object({ caseId: z.uuid() }),
  errors: [codes.notFound, 'already_decided', 'already_pending', 'own_case', 'proof_needed'],
})

/** The reasons its member is given (Art. 17 DSA). */
export const Grounds = z.object({
  ground: StatementGround,
  /** The rule or the law by name. */
  rule: LineText(limits.statementRule),
  facts: NoteText(limits.statementFacts),
})

/** Names all that bears on a decision, as `CaseFile.version` does. */
const Version = z.string().check(z.maxLength(32))

/** One decision settles a case; to suspend or ban takes a fresh proof, and nobody of the staff while they hold a role (`CaseFile.keepOutRefusal`). Of two deciders one does, the other gets `already_decided`; while it is not as they read it, it is `more_reported`. */
export const decideCase = endpoint({
  method: 'POST',
  path: '/api/desk/cases/:caseId/decisions',
  access: 'moderator',
  params,
  body: z
    .object({
      kind: DecisionKind,
      /** As many as the case held when it was read: `CaseLine.reports`. */
      reports: z.int(),
      /** `CaseFile.version` as it was when it was read; a page of the release before names the reports alone. */
      version: z.optional(Version),
      /** For everything but `no_breach`. */
      grounds: z.optional(Grounds),
      /** For `limit_posting` and `suspend`: in the future, at most `limits.measureDays` away. */
      until: z.optional(Moment),
      /** Evidence whose source is removed; `remove` needs at least one, `no_breach` takes none. */
      removes: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
      /** Reports that were manifestly unfounded: counted against those who made them (Art. 23 DSA). */
      unfounded: z.optional(z.array(z.uuid()).check(z.maxLength(limits.reportsPerPage))),
    })
    .check(
      z.refine(({ kind, grounds }) => kind === 'no_breach' || grounds !== undefined, {
        path: ['grounds', 'facts'],
        error: 'text_missing',
      }),
      z.refine(
        ({ kind, until }) => !['limit_posting', 'suspend'].includes(kind) || until !== undefined,
        { path: ['until'], error: 'invalid' },
      ),
      z.refine(
        ({ kind, removes = [] }) =>
          (kind !== 'remove' || removes.length > 0) &&
          (kind !== 'no_breach' || removes.length === 0),
        { path: ['removes'], error: 'invalid' },
      ),
    ),
  response: CaseFile,
  errors: [
    codes.notFound,
    'already_decided',
    'more_reported',
    'own_case',
    'same_decider',
    'proof_needed',
    'last_admin',
    'no_second_admin',
    'staff_member',
    'invalid_input',
  ],
})

/** A moderator looked within the hour and cannot tell without proof whether the member is a minor: the member is suspended if they were not yet, and the case waits for an ID until its due date. With a fresh proof, and for nobody of the staff. Asked twice it is the same; while the case is not as they read it, it is `more_reported`. */
export const askAge = endpoint({
  method: 'POST',
  path: '/api/desk/cases/:caseId/age',
  access: 'moderator',
  params,
  /** `CaseFile.version` as it was when it was read; a page of the release before does not say it. */
  query: z.object({ version: z.optional(Version) }),
  response: CaseFile,
  errors: [
    codes.notFound,
    'already_decided',
    'more_reported',
    'own_case',
    'same_decider',
    'proof_needed',
    'last_admin',
    'no_second_admin',
    'staff_member',
  ],
})

/** Proposes to tell the authorities (Art. 18 DSA). It holds the evidence, and leaves the case to be decided. */
export const proposeHandover = endpoint({
  method: 'POST',
  path: '/api/desk/cases/:caseId/handovers',
  access: 'moderator',
  params,
  body: z.object({ facts: NoteText(limits.statementFacts) }),
  response: Handover,
  errors: [codes.notFound, 'own_case', 'already_pending'],
})

const handover = z.object({ handoverId: z.uuid() })

/** By an admin who is not the one who proposed it. */
export const answerHandover = endpoint({
  method: 'POST',
  path: '/api/desk/handovers/:handoverId/answer',
  access: 'admin',
  params: handover,
  body: z.object({ isConfirmed: z.boolean() }),
  response: Handover,
  errors: ['proof_needed', codes.notFound, 'already_decided', 'same_decider', 'own_case'],
})

/** What goes to the authorities, field by field, once confirmed; each reading is on record. */
export const getHandoverPackage = file({
  path: '/api/desk/handovers/:handoverId/package',
  access: 'admin',
  params: handover,
  file: ['application/json'],
  errors: [codes.notFound, 'proof_needed', 'own_case'],
})

const Count = z.object({ key: z.string(), count: z.int() })
const query = z.object({ year: z.coerce.number().check(z.int(), z.gte(2020), z.lte(2200)) })

/**
 * One year in numbers (Art. 15 and 24 (3) DSA), without what is about the viewer: a year that is over as it was counted
 * once, before any of it went.
 */
export const getDeskFigures = endpoint({
  method: 'GET',
  path: '/api/desk/figures',
  access: 'moderator',
  query,
  response: z.object({
    year: z.int(),
    reports: z.int(),
    notices: z.int(),
    fromTrusted: z.int(),
    byReason: z.array(Count),
    cases: z.object({ opened: z.int(), decided: z.int(), overdue: z.int() }),
    /** From the first report to the decision. */
    medianMinutes: z.nullable(z.int()),
    /** Decisions by kind. */
    decisions: z.array(Count),
    /** Statements of reasons by kind. */
    statements: z.array(Count),
    appeals: z.object({ made: z.int(), granted: z.int(), refused: z.int(), open: z.int() }),
    /** Median from an appeal to its answer. */
    appealMedianMinutes: z.nullable(z.int()),
    handovers: z.int(),
    /** Members who signed in, on average by month over the last six full months, at the latest to the end of the year. */
    monthlyRecipients: z.nullable(z.int()),
  }),
})

export const exportDeskFigures = file({
  path: '/api/desk/figures.csv',
  access: 'moderator',
  query,
  file: ['text/csv; charset=utf-8'],
})

/** In the form the domains of addresses have, or they would never be met. */
const Domain = cleanedText((text) => domainForm(text.trim()) ?? '', 'invalid').check(
  z.minLength(1, { error: 'invalid' }),
  z.maxLength(100),
)
/** Domains of e-mail addresses, small letters: `jugendschutz.net`. */
const Flaggers = z.object({ domains: z.array(z.string()) })

/** Trusted flaggers (Art. 22 DSA): theirs come first among equally urgent ones. */
export const getFlaggers = endpoint({
  method: 'GET',
  path: '/api/admin/flaggers',
  access: 'admin',
  response: Flaggers,
})

export const saveFlaggers = endpoint({
  method: 'PUT',
  path: '/api/admin/flaggers',
  access: 'admin',
  body: z.object({
    domains: z.array(Domain).check(z.maxLength(50)),
    /** What the page showed when it was changed there: what it did not change stays as another one left it. */
    before: z.optional(z.array(Domain)),
  }),
  response: Flaggers,
})
