// What can be found in the settings, on which page and under which words; links from before still lead there.
import type { Key } from '#web/text/catalogues.ts'
import { foldName } from '#contract/folding.ts'
import { paths } from '#web/paths.ts'

/** The pages of the settings, in the order of the list beside them. */
export const parts = {
  account: paths.settingsAccount,
  notifications: paths.settingsNotifications,
  appearance: paths.settingsAppearance,
  visibility: paths.settingsVisibility,
  records: paths.settingsRecords,
  invitations: paths.invitations,
} as const
export type Part = keyof typeof parts

/** What the club refuses the suspended, who find in the settings what is always theirs. */
export const CLOSED: readonly Part[] = ['invitations', 'notifications']

/** The specified cards, in its order (spec section 2), under the ids of their headings. */
export const cards = ['subscription', 'cookies', 'privacy', 'legal', 'danger', 'log-out'] as const
export type CardId = (typeof cards)[number]

/** Something that can be looked for: what it is called, and where it is. */
export type SettingsPlace = { k: Key<'settings'>; to: string; part?: Part; card?: CardId }

const on = (part: Part, places: Record<string, string>): SettingsPlace[] =>
  Object.entries(places).map(([k, id]) => ({
    k: k as Key<'settings'>,
    to: id ? `${parts[part]}#${id}` : parts[part],
    part,
  }))
const at = (card: CardId, ...keys: Key<'settings'>[]): SettingsPlace[] =>
  keys.map((k) => ({ k, to: `${paths.settings}#${card}`, card }))

/** Everything that is somewhere in the settings. */
export const places: readonly SettingsPlace[] = [
  ...on('account', {
    account: '',
    at_email: 'security-email',
    at_password: 'security-password',
    at_passkeys: 'security-passkeys',
    at_app: 'security-app',
    at_devices: 'security-sessions',
    at_log_ins: 'security-log_ins',
  }),
  ...on('notifications', {
    notifications: '',
    at_push: 'push',
    at_digest: '',
    at_names: '',
    at_quiet: '',
  }),
  ...on('appearance', { appearance: '', at_language: '', at_theme: '', at_order: '' }),
  ...on('visibility', {
    visibility: '',
    at_presence: 'presence',
    at_hiding: 'hiding',
    at_blocks: 'blocks',
    at_avoided: 'avoided',
    at_tab: 'discretion',
    at_exit: 'discretion',
  }),
  ...on('records', {
    records: '',
    at_consents: 'consents',
    at_views: 'views',
    at_looks: 'looks',
    at_mails: 'mails',
    at_requests: 'requests',
    at_reports: 'safety-ways',
    at_decisions: 'safety-ways',
  }),
  ...on('invitations', { invitations: '' }),
  ...at('subscription', 'subscription', 'cancel', 'at_invoices'),
  ...at('cookies', 'cookies'),
  ...at('privacy', 'privacy', 'at_copy'),
  ...at('legal', 'legal', 'legal_terms', 'legal_privacy', 'legal_impressum', 'legal_cookies'),
  ...at('danger', 'danger', 'delete'),
  ...at('log-out', 'log_out'),
]

/** What had a place on the one page that the settings once were, and is a page now. */
const BECAME: Record<string, Part> = {
  security: 'account',
  notifications: 'notifications',
  appearance: 'appearance',
  invitations: 'invitations',
  'in-review': 'records',
}

/** Where a link leads that was written when all of the settings stood on one page. */
export function findMoved(hash: string): string | undefined {
  const part = BECAME[hash.slice(1)]
  if (part) return parts[part]
  return hash ? places.find((place) => place.part && place.to.endsWith(hash))?.to : undefined
}

/** Whether every word looked for is in what something is called. */
export const isCalled = (name: string, sought: string): boolean =>
  foldName(sought)
    .split(/\s+/)
    .every((word) => foldName(name).includes(word))
