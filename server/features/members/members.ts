/** What other features may use of this one. */
export { listNoteFiles } from './notes/notes.service.ts'
export { dropMarks } from './blocks/apart.queries.ts'
export { forgetMarks, keepApart, keepMarks, lockMailboxes } from './blocks/apart.service.ts'
export { listPhotoFiles, listPhotoKeys, readLargePhoto } from './photos.service.ts'
export { createProfile } from './profiles.service.ts'
export { dropTaken } from './removing.queries.ts'
export {
  forgetTaken,
  giveBack,
  keepMessage,
  layPhotoBack,
  listRemovedFiles,
  readPhotoFiles,
  readTakenMessage,
  takePhoto,
  takeWords,
  type PhotoFiles,
} from './removing.service.ts'
export { forgetSignals } from './signals/signals.service.ts'
export { turnSuspensions } from './suspensions.service.ts'
export { updateBirthdate, updateVerification } from './verified.queries.ts'
export { countView } from './views.service.ts'
