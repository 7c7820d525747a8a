import { retention, type Period, type RetentionRule } from '#contract/retention.ts'
import type { Tongue } from '#web/text/language.ts'
import type { LegalTable } from './legalText.ts'

const UNITS: Record<Tongue, Record<Period['unit'], [one: string, more: string]>> = {
  de: {
    hours: ['Stunde', 'Stunden'],
    days: ['Tag', 'Tage'],
    months: ['Monat', 'Monate'],
    years: ['Jahr', 'Jahre'],
  },
  en: {
    hours: ['hour', 'hours'],
    days: ['day', 'days'],
    months: ['month', 'months'],
    years: ['year', 'years'],
  },
}

/** `30 Tage`, with a space that does not break. */
export const periodWords = ({ amount, unit }: Period, tongue: Tongue): string =>
  `${amount}\u00a0${UNITS[tongue][unit][amount === 1 ? 0 : 1]}`

type Words = { caption: string; head: [string, string, string]; rules: Record<RetentionRule, Line> }
type Line = [what: string, from: string]

const WORDS: Record<Tongue, Words> = {
  de: {
    caption: 'Wie lange wir was höchstens aufbewahren',
    head: ['Was', 'Gerechnet ab', 'Höchstens'],
    rules: {
      identityApproved: ['Ausweisbilder und Selfie, wenn die Prüfung gelang', 'der Genehmigung'],
      identityRejected: ['Ausweisbilder und Selfie, wenn wir ablehnten', 'der Ablehnung'],
      identityAbandoned: [
        'Ausweisbilder und Selfie, über die nie entschieden wurde',
        'dem Einreichen',
      ],
      ibanFragment: ['Die letzten Stellen einer IBAN', 'der Zahlung'],
      vouchers: [
        'Transaktionsdaten, Rechnungen und andere Buchungsbelege (§ 147 AO, § 257 HGB)',
        'dem Ende des Kalenderjahres',
      ],
      addresses: ['IP-Adressen und daraus gebildete Prüfwerte', 'der Anfrage'],
      auditLog: ['Prüfprotokoll: wer von uns was getan oder angesehen hat', 'dem Eintrag'],
      cookies: ['Cookies auf Ihrem Gerät', 'dem letzten Besuch'],
      loginCookies: ['Anmelde-Cookies und Sitzungen', 'der letzten Nutzung'],
      inactiveAccounts: ['Konten, die niemand mehr nutzt', 'der letzten Anmeldung'],
      deletedAccounts: [
        'Konten, deren Löschung verlangt wurde, mit Profil, Fotos und Beiträgen',
        'dem Verlangen',
      ],
      unconfirmedAccounts: [
        'Konten, deren E-Mail-Adresse nie bestätigt wurde',
        'der Registrierung',
      ],
      waitlistUnconfirmed: ['Plätze auf der Warteliste ohne Bestätigung', 'dem Eintragen'],
      waitlistConfirmed: ['Bestätigte Plätze auf der Warteliste', 'der Bestätigung'],
      invitations: ['Einladungen, und für wen sie gedacht waren', 'ihrem Ablauf oder Widerruf'],
      mailTokens: ['Prüfwerte der Links aus unseren E-Mails', 'ihrem Ablauf'],
      consents: [
        'Nachweise über Einwilligungen und Cookie-Entscheidungen',
        'dem Ende ihrer Bedeutung',
      ],
      messages: [
        'Nachrichten über das Kontaktformular und unsere Antworten',
        'der Antwort, ohne sie dem Eingang',
      ],
      notices: [
        'Meldungen von Inhalten und unsere Entscheidungen',
        'dem Abschluss, ohne ihn dem Eingang',
      ],
      declarations: [
        'Kündigungen und Widerrufe, die ohne Anmeldung erklärt wurden',
        'ihrem Eingang',
      ],
      providerNotices: ['Nachrichten des Zahlungsdienstleisters an uns', 'ihrem Eingang'],
      backups: ['Sicherungskopien', 'ihrer Anfertigung'],
      keyBackups: ['Sicherungskopien der Schlüssel zu Ausweisbildern', 'ihrer Anfertigung'],
    },
  },
  en: {
    caption: 'How long we keep what, at most',
    head: ['What', 'Counted since', 'At most'],
    rules: {
      identityApproved: ['ID pictures and selfie, when the review succeeded', 'approval'],
      identityRejected: ['ID pictures and selfie, when we declined', 'rejection'],
      identityAbandoned: ['ID pictures and selfie that were never decided on', 'submission'],
      ibanFragment: ['The last digits of an IBAN', 'payment'],
      vouchers: [
        'Transaction data, invoices and other vouchers (section 147 AO, section 257 HGB)',
        'the end of the calendar year',
      ],
      addresses: ['IP addresses and check values made from them', 'the request'],
      auditLog: ['Audit log: which of us did or looked at what', 'the entry'],
      cookies: ['Cookies on your device', 'the last visit'],
      loginCookies: ['Login cookies and sessions', 'the last use'],
      inactiveAccounts: ['Accounts that nobody uses any more', 'the last login'],
      deletedAccounts: [
        'Accounts whose deletion was asked for, with profile, photos and posts',
        'the request',
      ],
      unconfirmedAccounts: ['Accounts whose email address was never confirmed', 'sign-up'],
      waitlistUnconfirmed: ['Places on the waitlist without confirmation', 'joining'],
      waitlistConfirmed: ['Confirmed places on the waitlist', 'confirmation'],
      invitations: ['Invitations, and whom they were meant for', 'their expiry or revocation'],
      mailTokens: ['Check values of the links in our emails', 'their expiry'],
      consents: ['Proof of consents and cookie choices', 'the end of their relevance'],
      messages: [
        'Messages through the contact form and our answers',
        'the answer, or else arrival',
      ],
      notices: ['Reports of content and our decisions', 'the conclusion, or else arrival'],
      declarations: ['Cancellations and withdrawals declared without login', 'their arrival'],
      providerNotices: ['Messages of the payment provider to us', 'their arrival'],
      backups: ['Backups', 'their making'],
      keyBackups: ['Backups of the keys to ID pictures', 'their making'],
    },
  },
}

/** The data the jobs delete by, as people read it. */
export function retentionTable(tongue: Tongue): LegalTable {
  const { caption, head, rules } = WORDS[tongue]
  const names = Object.keys(retention) as RetentionRule[]
  return {
    caption,
    head,
    rows: names.map((name) => {
      const [what, from] = rules[name]
      return [what, from, periodWords(retention[name], tongue)]
    }),
  }
}
