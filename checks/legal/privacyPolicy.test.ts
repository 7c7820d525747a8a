// Whatever table says something of people, the privacy policy tells them of it: a new one needs its words there.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPersonal } from '#server/features/privacy/register/register.shape.ts'
import { register } from '#server/features/privacy/register/register.ts'

/** Tables, and the words of section 4 that speak of what they hold. */
const TOLD: readonly [tables: string, de: string, en: string][] = [
  ['users profiles', 'Benutzername, Geburtsdatum, Sprache', 'username, date of birth, language'],
  ['user_roles role_changes', 'eine Rolle im Team', 'a role in the team'],
  ['room_members', 'Räume, denen Sie angehören', 'rooms you belong to'],
  ['email_changes', 'die bisherige E-Mail-Adresse', 'the email address of before'],
  [
    'posts',
    'was Sie schreiben, hochladen und in Räumen tun',
    'what you write, upload and do in rooms',
  ],
  ['room_reads', 'bis zu welchem Beitrag Sie', 'up to which post you'],
  ['waves', 'wem Sie gewinkt haben', 'whom you waved at'],
  [
    'presence_off',
    'In den Einstellungen lässt es sich abschalten',
    'switch it off in the settings',
  ],
  ['tables seats', 'mit wem Sie an einem Tisch sitzen', 'with whom you sit or sat at a table'],
  ['table_messages', 'was dort gesagt wird', 'what is said there'],
  ['table_refusals', 'zu wem Sie sich lieber nicht setzen', 'with whom you would rather not sit'],
  ['bell_items post_mentions', 'gewinkt oder Sie erwähnt hat', 'waved at you or mentioned you'],
  ['notice_settings', 'was Sie dazu eingestellt haben', 'what you have set about it'],
  ['push_subscriptions', 'die Adresse, die Ihr Browser', 'the address your browser'],
  ['blocks mutes', 'wen Sie blockiert oder stummgeschaltet', 'whom you blocked or muted'],
  ['hidden_posts', 'welche Beiträge Sie ausgeblendet haben', 'which posts you hid'],
  ['signals signals_seen', 'Von Gründen erfährt das Team', 'Of reasons the team learns'],
  ['private_notes', 'was Sie sich über andere notiert haben', 'what you noted of others'],
  ['hidden_members', 'dass Sie sich verborgen haben', 'that you hid yourself'],
  [
    'apart_marks wave_declines',
    'deren Winken Sie abgelehnt hatten',
    'whose waves you had declined',
  ],
  ['waitlist waitlist_tokens', 'die Zeitpunkte von Eintrag und', 'the times of joining and'],
  [
    'invitations invitation_uses',
    'wer ihn ausgab und wer ihn einlöste',
    'who gave it and who redeemed it',
  ],
  [
    'verification_submissions verification_files id_file_keys',
    'Bilder Ihres Ausweises',
    'pictures of your ID',
  ],
  ['shred_receipts', 'wann es vernichtet wurde', 'when it was destroyed'],
  [
    'paid_access subscriptions order_intents subscription_events ledger_entries invoices refunds provider_drift',
    'Plan, Bestellung, Beträge, Zeitpunkte',
    'plan, order, amounts, times',
  ],
  ['webhooks', 'seine Nachrichten zu Ihren Zahlungen', 'its messages about your payments'],
  [
    'declarations declaration_states',
    'Art und Zeitpunkt der Kündigung',
    'kind and date of a cancellation',
  ],
  ['messages', 'freiwillig Ihr Name, unsere Antwort', 'voluntarily your name, our answer'],
  ['notices reports cases', 'Grund und Erläuterung', 'reason and explanation'],
  ['evidence', 'als Beweis verschlüsselt', 'encrypted, as evidence'],
  ['taken_away', 'was wir entfernt haben, solange', 'what we removed, while'],
  [
    'statements statement_links case_decisions',
    'Maßnahme und ihre Begründung',
    'measure and its reasons',
  ],
  ['appeals', 'Beschwerde und Antwort', 'complaint and answer'],
  ['age_checks', 'das Alter klären', 'clearing up an age'],
  ['looks', 'Worte eines Tisches gelesen hat', 'reported words of a table'],
  ['handovers', 'die Behörden unterrichten', 'informing the authorities'],
  ['scam_warnings', 'wegen Betrugs die Mitglieder warnen', 'for a scam warning the members'],
  [
    'sessions pending_log_ins',
    'Sitzungen mit gekürzter Browserkennung',
    'sessions with a shortened browser name',
  ],
  ['known_devices', 'Kennung bekannter Geräte', 'identifiers of known devices'],
  [
    'log_ins',
    'wann und womit sich jemand bei Ihrem Konto',
    'when and how somebody logged in to your account',
  ],
  [
    'passkeys passkey_challenges',
    'Passkeys (nur der öffentliche Teil)',
    'passkeys (the public part only)',
  ],
  ['totp_secrets', 'der Schlüssel für die Codes einer App', 'the key for the codes of an app'],
  ['recovery_codes', 'Wiederherstellungscodes (als Prüfwerte)', 'recovery codes (as check values)'],
  ['attempts', 'zum Zählen von Versuchen', 'for counting attempts'],
  ['banned_addresses', 'Prüfwerte der E-Mail-Adressen', 'check values of the email addresses'],
  ['audit', 'Prüfprotokoll unserer eigenen Zugriffe', 'audit log of our own access'],
  [
    'data_requests account_deletions',
    'Ihre Anträge nach der DSGVO',
    'your requests under the GDPR',
  ],
  ['exports export_links', 'Kopien Ihrer Daten', 'copies of your data'],
  [
    'sent_mails terms_mails',
    'Betreff und Zeit der E-Mails an Sie',
    'subject and time of emails to you',
  ],
  ['refused_addresses', 'dass ein Postfach sie abgewiesen hat', 'that a mailbox refused them'],
  [
    'consent_ledger consent_log user_consents',
    'Fassung und Sprache des Textes',
    'version and language of the text',
  ],
]

/** Told in the table of section 7, and where it says what stays of an account that is gone. */
const IN_SECTION_7: readonly [tables: string, de: string, en: string][] = [
  ['tombstones', 'in einem Vermerk: die Nummer des Kontos', 'in a note: the number of the account'],
]
/** By what is mailed; the table of section 7 has a row for it. */
const IN_THE_TABLE = ['email_tokens']

const sectionOf = (text: string, from: number): string =>
  text.slice(text.indexOf(`## ${from}. `), text.indexOf(`## ${from + 1}. `))

test.each(['de', 'en'] as const)(
  'the privacy policy tells of every table that says something of people (%s)',
  (tongue) => {
    const policy = readFileSync(globSync(`legal/privacy.*.${tongue}.md`)[0]!, 'utf8')
    const missing = (told: typeof TOLD, section: string) =>
      told
        .map(([, de, en]) => (tongue === 'de' ? de : en))
        .filter((words) => !section.includes(words))
    expect(missing(TOLD, sectionOf(policy, 4))).toEqual([])
    expect(missing(IN_SECTION_7, sectionOf(policy, 7))).toEqual([])
  },
)

test('no table is left out of it, and none is told of that is not there', () => {
  const told = [...TOLD, ...IN_SECTION_7].flatMap(([tables]) => tables.split(' '))
  const personal = Object.entries(register).flatMap(([table, entry]) =>
    isPersonal(entry) ? [table] : [],
  )
  expect([...told, ...IN_THE_TABLE].toSorted()).toEqual(personal.toSorted())
})
