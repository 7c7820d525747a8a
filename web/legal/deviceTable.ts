// Everything the club ever keeps on a device, as people read it: cookies, storage, what for and how long.
import { deviceKeys, type DeviceKey } from '#contract/privacy/deviceKeys.ts'
import type { Tongue } from '#web/text/language.ts'
import type { LegalTable } from './legalText.ts'
import { periodWords } from './retentionTable.ts'

type Name = (typeof deviceKeys)[number]['name']
type Words = {
  caption: string
  head: [string, string, string, string]
  kinds: Record<DeviceKey['kind'], string>
  keeps: Record<Extract<DeviceKey['keeps'], string>, string>
  purposes: Record<Name, string>
}

const WORDS: Record<Tongue, Words> = {
  de: {
    caption: 'Was der Club auf Ihrem Gerät speichert',
    head: ['Name', 'Zweck', 'Art', 'Höchstens'],
    kinds: {
      cookie: 'Cookie',
      localStorage: 'localStorage',
      sessionStorage: 'sessionStorage',
      cache: 'Cache',
      worker: 'Service Worker',
    },
    keeps: {
      tab: 'bis der Tab geschlossen wird',
      logout: 'bis zum Abmelden',
      removed: 'bis Sie es ändern oder löschen',
    },
    purposes: {
      session: 'hält Sie angemeldet; Skripte können es nicht lesen',
      recovery: 'erlaubt nach dem Link aus der E-Mail, ein neues Passwort zu setzen',
      pending: 'wartet nach dem richtigen Passwort auf den zweiten Faktor',
      device:
        'erkennt ein Gerät wieder, mit dem Sie schon angemeldet waren, damit niemand Sie aussperren kann',
      language: 'merkt sich die Sprache, die Sie gewählt haben',
      'cookie-consent': 'merkt sich Ihre Cookie-Wahl',
      'parlour.cookie-log.*': 'bewahrt den Nachweis Ihrer Cookie-Wahl, bis er übermittelt ist',
      theme: 'merkt sich helle oder dunkle Farben, wenn Sie gewählt haben',
      'parlour.shortcuts': 'merkt sich, ob Tastenkürzel ausgeschaltet sind',
      'parlour.rail': 'merkt sich, ob die Leiste am Rand eingeklappt ist',
      'parlour.newest-last':
        'merkt sich, ob in den Räumen die neuesten Beiträge unten stehen, wie in einem Chat',
      'parlour.neutral': 'merkt sich, ob Titel und Symbol des Tabs neutral sein sollen',
      'parlour.exit-key': 'merkt sich, ob dreimal Escape den Club verlässt',
      'parlour.first-visit': 'merkt sich, dass Sie den Willkommensgruß im Raum geschlossen haben',
      'parlour.session': 'sagt anderen Tabs, wer angemeldet ist und bis wann; keine Zugangsdaten',
      'parlour.draft.*':
        'bewahrt, was Sie zu schreiben begonnen haben: Beiträge, Profil, Widersprüche; und merkt sich, ob in einem Tab sonst etwas begonnen ist',
      'parlour.outbox.*': 'bewahrt abgeschickte Beiträge, bis sie angekommen sind',
      'parlour.sent.*':
        'bewahrt Beiträge und Nachrichten zehn Minuten lang, nachdem sie angekommen sind, um sie noch einmal zu schicken, falls sie dem Club verloren gehen',
      'parlour.words.*':
        'bewahrt, was Sie in diesem Tab sonst zu schreiben begonnen haben: Meldungen und Anträge; in Moderation und Verwaltung auch Entscheidungen, Antworten und Vermerke; beim Abmelden gelöscht',
      'parlour.sign-up':
        'bewahrt Ihre Angaben bei der Registrierung und Ihren Einladungscode, ohne Passwort',
      'parlour.first-words':
        'bewahrt, was Sie vor der Registrierung auf die Frage des Tages zu antworten begonnen haben',
      'parlour.scroll': 'merkt sich, wie weit Sie auf einer Seite gelesen haben',
      'parlour.left':
        'merkt sich, dass Sie den Club schnell verlassen haben, damit „Zurück“ nicht hineinführt',
      'parlour.notice': 'trägt eine Meldung auf die nächste Seite',
      'worker.js':
        'zeigt Push-Nachrichten und eine Seite ohne Netz; nur wenn Sie Push wählen oder den Club installieren',
      offline: 'bewahrt diese eine Seite, ohne Daten von Mitgliedern',
    },
  },
  en: {
    caption: 'What the club stores on your device',
    head: ['Name', 'Purpose', 'Kind', 'At most'],
    kinds: {
      cookie: 'Cookie',
      localStorage: 'localStorage',
      sessionStorage: 'sessionStorage',
      cache: 'Cache',
      worker: 'Service worker',
    },
    keeps: {
      tab: 'until the tab is closed',
      logout: 'until you log out',
      removed: 'until you change or delete it',
    },
    purposes: {
      session: 'keeps you logged in; scripts cannot read it',
      recovery: 'lets you set a new password after the link in the email',
      pending: 'waits for the second factor after the right password',
      device: 'recognises a device on which you logged in before, so that nobody can lock you out',
      language: 'remembers the language you chose',
      'cookie-consent': 'remembers your cookie choice',
      'parlour.cookie-log.*': 'keeps the proof of your cookie choice until it has been sent',
      theme: 'remembers light or dark colours, if you chose',
      'parlour.shortcuts': 'remembers whether shortcuts are switched off',
      'parlour.rail': 'remembers whether the rail at the side is folded',
      'parlour.newest-last':
        'remembers whether the newest posts of a room stand at the bottom, as in a chat',
      'parlour.neutral': 'remembers whether title and icon of the tab are to be neutral',
      'parlour.exit-key': 'remembers whether pressing Escape three times leaves the club',
      'parlour.first-visit': 'remembers that you closed the welcome in a room',
      'parlour.session': 'tells other tabs who is logged in and until when; no credentials',
      'parlour.draft.*':
        'keeps what you have begun to write: posts, profile, objections; and remembers whether something else has been begun in a tab',
      'parlour.outbox.*': 'keeps posts you have sent until they have arrived',
      'parlour.sent.*':
        'keeps posts and messages for ten minutes after they have arrived, to send them again should the club lose them',
      'parlour.words.*':
        'keeps what else you have begun to write in this tab: reports and requests; for moderators and admins decisions, answers and notes, too; removed when you log out',
      'parlour.sign-up':
        'keeps what you entered at sign-up and your invite code, without the password',
      'parlour.first-words':
        'keeps what you began to answer to the question of the day before you signed up',
      'parlour.scroll': 'remembers how far you have read on a page',
      'parlour.left':
        'remembers that you left the club in a hurry, so that going back does not lead into it',
      'parlour.notice': 'carries a message to the next page',
      'worker.js':
        'shows push messages and a page for when there is no network; only if you choose push or install the club',
      offline: 'keeps that one page, without any member’s data',
    },
  },
}

function keepsWords(keeps: DeviceKey['keeps'], tongue: Tongue): string {
  if (typeof keeps === 'string') return WORDS[tongue].keeps[keeps]
  if ('months' in keeps) return periodWords({ amount: keeps.months, unit: 'months' }, tongue)
  if ('days' in keeps) return periodWords({ amount: keeps.days, unit: 'days' }, tongue)
  return tongue === 'de' ? `${keeps.minutes}\u00a0Minuten` : `${keeps.minutes}\u00a0minutes`
}

export function deviceTable(tongue: Tongue): LegalTable {
  const { caption, head, kinds, purposes } = WORDS[tongue]
  return {
    caption,
    head,
    rows: deviceKeys.map(({ name, kind, keeps }) => [
      `\`${name}\``,
      purposes[name],
      kinds[kind],
      keepsWords(keeps, tongue),
    ]),
  }
}
