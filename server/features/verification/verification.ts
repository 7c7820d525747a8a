/** What other features may use of this one. */
export { listDocumentPaths } from './documents.queries.ts'
export { readDocument, removeFiles } from './documents.service.ts'
export { forgetNotes } from './documents.queries.ts'
export { PATIENCE_MS } from './review/overdue.service.ts'
export { cancelPending, shredDue, shredMemberDocuments } from './shredding.service.ts'
