// The namespaces of the words on the screens, their keys, and fetching those of one language.
import type enAbout from './en/about.json'
import type enAdmission from './en/admission.json'
import type enAudit from './en/audit.json'
import type enAuth from './en/auth.json'
import type enAvoiding from './en/avoiding.json'
import type enBell from './en/bell.json'
import type enBilling from './en/billing.json'
import type enConsent from './en/consent.json'
import type enContact from './en/contact.json'
import type enDesk from './en/desk.json'
import type enDeclarations from './en/declarations.json'
import type enDoor from './en/door.json'
import type enErrors from './en/errors.json'
import type enFactors from './en/factors.json'
import type enHouse from './en/house.json'
import type enInvitations from './en/invitations.json'
import type enLanding from './en/landing.json'
import type enMine from './en/mine.json'
import type enModeration from './en/moderation.json'
import type enMoney from './en/money.json'
import type enNavigation from './en/navigation.json'
import type enPacing from './en/pacing.json'
import type enNews from './en/news.json'
import type enPages from './en/pages.json'
import type enPeople from './en/people.json'
import type enPosts from './en/posts.json'
import type enPresence from './en/presence.json'
import type enProfile from './en/profile.json'
import type enRefusals from './en/refusals.json'
import type enReports from './en/reports.json'
import type enReview from './en/review.json'
import type enRights from './en/rights.json'
import type enRoom from './en/room.json'
import type enRooms from './en/rooms.json'
import type enSafety from './en/safety.json'
import type enSearch from './en/search.json'
import type enSecurity from './en/security.json'
import type enSession from './en/session.json'
import type enSettings from './en/settings.json'
import type enShell from './en/shell.json'
import type enSignup from './en/signup.json'
import type enStatements from './en/statements.json'
import type enTables from './en/tables.json'
import type enTalk from './en/talk.json'
import type enToast from './en/toast.json'
import type enValidation from './en/validation.json'
import type enVerify from './en/verify.json'
import type enWaves from './en/waves.json'
import type enWelcome from './en/welcome.json'

/** Every namespace of words. The English files are complete, so they name the keys. */
type Catalogues = {
  about: typeof enAbout
  admission: typeof enAdmission
  audit: typeof enAudit
  auth: typeof enAuth
  avoiding: typeof enAvoiding
  bell: typeof enBell
  billing: typeof enBilling
  consent: typeof enConsent
  contact: typeof enContact
  desk: typeof enDesk
  declarations: typeof enDeclarations
  door: typeof enDoor
  errors: typeof enErrors
  factors: typeof enFactors
  house: typeof enHouse
  invitations: typeof enInvitations
  landing: typeof enLanding
  mine: typeof enMine
  moderation: typeof enModeration
  money: typeof enMoney
  navigation: typeof enNavigation
  pacing: typeof enPacing
  news: typeof enNews
  pages: typeof enPages
  people: typeof enPeople
  posts: typeof enPosts
  presence: typeof enPresence
  profile: typeof enProfile
  refusals: typeof enRefusals
  reports: typeof enReports
  review: typeof enReview
  rights: typeof enRights
  room: typeof enRoom
  rooms: typeof enRooms
  safety: typeof enSafety
  search: typeof enSearch
  security: typeof enSecurity
  session: typeof enSession
  settings: typeof enSettings
  shell: typeof enShell
  signup: typeof enSignup
  statements: typeof enStatements
  tables: typeof enTables
  talk: typeof enTalk
  toast: typeof enToast
  validation: typeof enValidation
  verify: typeof enVerify
  waves: typeof enWaves
  welcome: typeof enWelcome
}
export type Namespace = keyof Catalogues

type Singular<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K

/** The keys of a namespace; plural forms count once, by their common beginning. */
export type Key<N extends Namespace> = Singular<keyof Catalogues[N] & string>

/** Without those of `static/publicWords.ts`, which public pages alone carry in them. */
const loaders = import.meta.glob<Record<string, string>>(
  ['./{mul,de,en}/*.json', '!./*/{declarations,door,landing}.json'],
  { import: 'default' },
)

/** The words of a namespace in one language, if it has any; nobody fetches those of another, or of a screen not visited. */
export const loadCatalogue = async (part: string, ns: Namespace): Promise<Record<string, string>> =>
  (await loaders[`./${part}/${ns}.json`]?.()) ?? {}
