// Notices few ever see on the screens of members: one file, so that nobody else learns of two.
export { HiddenNotice } from './HiddenNotice.tsx'
export { sessionEnding } from './SessionEnding.tsx'
