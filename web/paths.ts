import { pages, type LegalPage } from '#contract/pages.ts'

/** Where the screens are, for links. The list itself is the contract's, so that the server knows it too. */
export const paths = {
  landing: pages.landing.path,
  signUp: pages.signUp.path,
  logIn: pages.logIn.path,
  resetPassword: pages.resetPassword.path,
  waitlist: pages.waitlist.path,
  invite: pages.invite.path,
  contact: pages.contact.path,
  notice: pages.notice.path,
  rules: pages.rules.path,
  accessibility: pages.accessibility.path,
  rooms: pages.rooms.path,
  room: (slug: string) => pages.room.path.replace(':slug', encodeURIComponent(slug)),
  profile: pages.profile.path,
  member: (id: string) => pages.member.path.replace(':id', id),
  settings: pages.settings.path,
  verify: pages.verify.path,
  invitations: pages.invitations.path,
  adminDoor: pages.adminDoor.path,
  adminContact: pages.adminContact.path,
  adminVerifications: pages.adminVerifications.path,
  legal: (page: LegalPage) => pages.legal.path.replace(':page', page),
} as const
