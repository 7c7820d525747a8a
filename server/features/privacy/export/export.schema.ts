import * as z from 'zod/mini'
import { worded } from '#server/text/exportWords.ts'
import { exclusions, purposes, time } from '#server/features/privacy/register/register.shape.ts'
import { sections, type Section } from '#server/features/privacy/register/register.ts'

export const FORMAT = { format: 'club-export', version: 1 } as const

const itemSchema = ({ fields }: Section) =>
  z.strictObject({
    provided_by_subject: z.boolean(),
    ...Object.fromEntries(fields.map(({ name, type }) => [name, type])),
  })

const sectionSchema = (section: Section) =>
  z.strictObject({
    purpose: z.enum(purposes),
    purposeInWords: z.string(),
    legalBasis: z.string(),
    /** None: as long as the account. */
    keptAtMost: z.array(z.string()),
    fields: z.strictObject(
      Object.fromEntries(
        section.fields.map(({ name }) => [
          name,
          z.strictObject({ label: z.string(), provided_by_subject: z.boolean() }),
        ]),
      ),
    ),
    items: z.array(itemSchema(section)),
  })

/** `export.json`, made from the register as the export itself is. */
export const ExportFile = z.strictObject({
  format: z.literal(FORMAT.format),
  version: z.literal(FORMAT.version),
  club: z.string(),
  exportedAt: time,
  language: z.enum(['de', 'en']),
  /** Art. 15 (1) (a) to (h) GDPR, as far as it does not stand with the parts. */
  information: z.strictObject(
    Object.fromEntries(worded.information.map((name) => [name, z.string()])),
  ),
  /** What says something of the person and is not in here. */
  leftOut: z.array(
    z.strictObject({
      table: z.string(),
      column: z.string(),
      why: z.enum(exclusions),
      whyInWords: z.string(),
    }),
  ),
  data: z.strictObject(
    Object.fromEntries(sections.map((section) => [section.table, sectionSchema(section)])),
  ),
  /** Beside this file: photos as they are stored, what was taken off the profile, and pictures of an ID while there are any. */
  files: z.array(z.strictObject({ path: z.string(), isMissing: z.boolean() })),
})
export type ExportFile = z.infer<typeof ExportFile>

/** For programs that read the copy. */
export const exportSchema = (): object => ({
  title: 'A copy of what the club keeps of a member',
  ...z.toJSONSchema(ExportFile, { target: 'draft-2020-12' }),
})
