import { neededSides, Side } from '#contract/verification/verification.ts'
import type { DocumentKind, FileProblem } from './fileRules.ts'

/** One side, ready to be sent. What the browser could open is a JPEG by now. */
export type UploadDocument = { blob: Blob; type: DocumentKind; name?: string }
export type Documents = Partial<Record<Side, UploadDocument>>

/** A file that was not taken, by its name, and why. */
export type RefusedFile = { name: string; problem: FileProblem }

export const sides = Side.options

/** What a submission cannot do without (spec 5). */
export const missingSides = (documents: Documents): Side[] =>
  neededSides.filter((side) => !documents[side])

/** What was prepared for one account, in memory only. */
export type Folder = { documents: Documents; hasConsent: boolean }

export const emptyFolder: Folder = { documents: {}, hasConsent: false }

/** With another document for a side, or without one. */
export function withSide(folder: Folder, side: Side, document: UploadDocument | undefined): Folder {
  const documents = { ...folder.documents }
  if (document) documents[side] = document
  else delete documents[side]
  return { ...folder, documents }
}

export const isEmpty = ({ documents }: Folder): boolean => Object.keys(documents).length === 0

export const isComplete = ({ documents, hasConsent }: Folder): boolean =>
  hasConsent && missingSides(documents).length === 0

let carried: { userId: string; folder: Folder } | null = null

/** Hands what was prepared at sign-up over to the verification of the account it was for. */
export function carryOver(userId: string, folder: Folder): void {
  carried = isEmpty(folder) ? null : { userId, folder }
}

export const findCarriedFolder = (userId: string): Folder | null =>
  carried?.userId === userId ? carried.folder : null

/** Forgets it, whomever it was for. */
export const dropCarried = (): void => void (carried = null)
