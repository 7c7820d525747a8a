// How a table is described for the copy of one's data: for what, how long and whose, and which columns not.
import * as z from 'zod/mini'
import type { RetentionRule } from '#contract/privacy/retention.ts'
import { sql, type Query } from '#server/platform/database/database.ts'

/** What something is kept for, as the privacy page groups it (section 4 there). */
export const purposes = [
  'account',
  'content',
  'door',
  'identity',
  'money',
  'declarations',
  'messages',
  'notices',
  'security',
  'consents',
  'rights',
] as const
type KeepingPurpose = (typeof purposes)[number]

/** Why a column that says something of a person is not in the copy of it. */
export const exclusions = [
  /** Its holder could sign in with it, or open something. */
  'secret',
  /** It names or says something of somebody else (Art. 15 (4) GDPR). */
  'others',
  /** The same stands elsewhere in the copy. */
  'repeated',
  /** It only holds rows together, or keeps the work in order, and says nothing of the person. */
  'internal',
  /** A check value of what was never kept: it cannot be found by a person (Art. 11 GDPR). */
  'unfindable',
  /** Gone within hours. */
  'passing',
  /** Written only when the account goes: nobody is left who could ask. */
  'afterwards',
] as const
export type Exclusion = (typeof exclusions)[number]

export type Exported = {
  is: 'exported'
  /** Whether the person provided it (Art. 20 GDPR), or it came up while the club ran. */
  isProvided: boolean
  type: z.ZodMiniType
  /** What it is called in the copy, where that is not the column's own name. */
  as?: string
  /** It is sealed at rest, and given as what opens it; the copy has its words. */
  isSealed?: true
  /** What is said in its place; the row is `t`. */
  from?: (userId: string) => Query
}
export type Column = Exported | { is: 'excluded'; why: Exclusion } | { is: 'impersonal' }

export type PersonalTable = {
  purpose: KeepingPurpose
  /** Rules by which it goes; without any it goes with the account. */
  retentionRules: readonly RetentionRule[]
  /** Which rows `t` are about a member, and not past their time; null where nobody can tell. */
  whose: ((userId: string, now: Date) => Query) | null
  /** By which of its columns the copy is in order. */
  order?: string
  columns: Record<string, Column>
}
/** Of nobody: how the club is set up, and how much of something there is. */
type ImpersonalTable = { impersonal: readonly string[] }
export type Register = Record<string, PersonalTable | ImpersonalTable>

export const text = z.string()
export const whole = z.int()
export const truth = z.boolean()
export const time = z.iso.datetime()
export const day = z.iso.date()
export const words = z.array(z.string())

type More = Partial<Omit<Exported, 'is' | 'isProvided' | 'type'>>

/** Provided by the person. */
export const provided = (type: z.ZodMiniType = text, more: More = {}): Column => ({
  is: 'exported',
  isProvided: true,
  type,
  ...more,
})
/** Came up while the club ran. */
export const observed = (type: z.ZodMiniType = text, more: More = {}): Column => ({
  is: 'exported',
  isProvided: false,
  type,
  ...more,
})
/** Nothing, or that. */
export const nullable = (type: z.ZodMiniType = text): z.ZodMiniType => z.nullable(type)
export const excluded = (why: Exclusion): Column => ({ is: 'excluded', why })

export const byUser = (userId: string): Query => sql`t.user_id = ${userId}`
/** By their address, once they have shown that it is theirs: others can type it, too. */
export const byAddress = (userId: string): Query => sql`t.email = (
  select u.email from users u where u.id = ${userId} and u.email_confirmed_at is not null)`

export const isPersonal = (table: Register[string]): table is PersonalTable => 'columns' in table
