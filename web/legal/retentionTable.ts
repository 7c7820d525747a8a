// How long the club keeps what, as people read it, from the very data the jobs delete by.
import {
  retention,
  type Period,
  type RetentionRule,
  type RetentionStart,
} from '#contract/privacy/retention.ts'
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

type Words = {
  caption: string
  head: [string, string, string]
  starts: Record<RetentionStart, string>
  rules: Record<RetentionRule, string>
}

const WORDS: Record<Tongue, Words> = {
  de: {
    caption: 'Wie lange wir was höchstens aufbewahren',
    head: ['Was', 'Gerechnet ab', 'Höchstens'],
    starts: {
      answer: 'der Antwort',
      answer_or_arrival: 'der Antwort, ohne sie dem Eingang',
      approval: 'der Genehmigung',
      arrival: 'ihrem Eingang',
      completion: 'ihrer Fertigstellung',
      conclusion_or_arrival: 'dem Abschluss, ohne ihn dem Eingang',
      confirmation: 'der Bestätigung',
      deletion_request: 'dem Verlangen',
      decision: 'der Entscheidung',
      end: 'ihrem Ende',
      end_of_relevance: 'dem Ende ihrer Bedeutung',
      entry: 'dem Eintrag',
      expiry: 'ihrem Ablauf',
      expiry_or_revocation: 'ihrem Ablauf oder Widerruf',
      joining: 'dem Eintragen',
      last_use: 'der letzten Nutzung',
      last_visit: 'dem letzten Besuch',
      making: 'ihrer Anfertigung',
      payment: 'der Zahlung',
      rejection: 'der Ablehnung',
      request: 'der Anfrage',
      sending: 'dem Versand',
      sign_up: 'der Registrierung',
      submission: 'dem Einreichen',
      year_end: 'dem Ende des Kalenderjahres',
    },
    rules: {
      identityApproved: 'Ausweisbilder und Selfie, wenn die Prüfung gelang',
      identityRejected: 'Ausweisbilder und Selfie, wenn wir ablehnten',
      identityAbandoned: 'Ausweisbilder und Selfie, über die nie entschieden wurde',
      ibanFragment: 'Die letzten Stellen einer IBAN',
      vouchers: 'Transaktionsdaten, Rechnungen und andere Buchungsbelege (§ 147 AO, § 257 HGB)',
      addresses: 'IP-Adressen und daraus gebildete Prüfwerte',
      auditLog:
        'Prüfprotokoll: wer von uns was getan oder angesehen hat, und wichtige Schritte an Ihrem Konto',
      cookies: 'Cookies auf Ihrem Gerät, und woran wir ein bekanntes Gerät wiedererkennen',
      loginCookies: 'Anmelde-Cookies und Sitzungen',
      logIns: 'Wann und womit sich jemand bei Ihrem Konto angemeldet hat oder abgewiesen wurde',
      inactiveAccounts: 'Konten, die niemand mehr nutzt',
      deletedAccounts: 'Konten, deren Löschung verlangt wurde, mit Profil, Fotos und Beiträgen',
      unconfirmedAccounts: 'Konten, deren E-Mail-Adresse nie bestätigt wurde',
      waitlistUnconfirmed: 'Plätze auf der Warteliste ohne Bestätigung',
      waitlistConfirmed: 'Bestätigte Plätze auf der Warteliste',
      waitlistDeclined: 'Absagen an Wartende ohne Konto; sonst so lange wie das Konto',
      invitations: 'Einladungen, und für wen sie gedacht waren',
      mailTokens: 'Prüfwerte der Links aus unseren E-Mails',
      consents: 'Nachweise über Einwilligungen und Cookie-Entscheidungen',
      messages: 'Nachrichten über das Kontaktformular und unsere Antworten',
      notices: 'Meldungen von Inhalten und unsere Entscheidungen',
      declarations: 'Kündigungen und Widerrufe, die ohne Anmeldung erklärt wurden',
      providerNotices: 'Nachrichten des Zahlungsanbieters an uns',
      exports: 'Kopien Ihrer Daten, die Sie angefordert haben',
      sentMails: 'Betreff und Zeit der E-Mails an Sie, und welche Adressen E-Mails abweisen',
      cases: 'Meldungen mit Beweisen und Entscheidungen (Art. 16, 17 DSA)',
      heldCases: 'Meldungen, die an Behörden gingen (Art. 18 DSA)',
      takenAway:
        'Was wir aus einem Profil oder von einem Tisch entfernt haben, solange Widerspruch möglich ist',
      banEvidence: 'Prüfwerte der E-Mail-Adressen ausgeschlossener Mitglieder',
      apartMarks:
        'Prüfwerte der E-Mail-Adressen gelöschter Konten, die jemand blockiert oder deren Winken jemand abgelehnt hatte',
      statements: 'Begründungen von Maßnahmen (Art. 17 DSA)',
      dataRequests: 'Anträge nach der DSGVO und unsere Antworten (Art. 12, 5 Abs. 2 DSGVO)',
      bellItems: 'Hinweise auf Antworten, Winken, Erwähnungen, Tische und Entscheidungen',
      tables: 'Tische zu zweit, von denen jemand aufgestanden ist, mit allem Gesagten',
      tableWaits: 'Das Warten an einem Tisch, und dass jemand sich lieber nicht dazusetzt',
      tableWords: 'Worte an einem Tisch, wenn beide es so wollen',
      signals: 'Gründe, aus denen Mitglieder andere ausblenden oder stummschalten',
      backups: 'Sicherungskopien',
      keyBackups: 'Sicherungskopien der Schlüssel zu Ausweisbildern',
    },
  },
  en: {
    caption: 'How long we keep what, at most',
    head: ['What', 'Counted since', 'At most'],
    starts: {
      answer: 'the answer',
      answer_or_arrival: 'the answer, or else arrival',
      approval: 'approval',
      arrival: 'their arrival',
      completion: 'their completion',
      conclusion_or_arrival: 'the conclusion, or else arrival',
      confirmation: 'confirmation',
      deletion_request: 'the request',
      decision: 'the decision',
      end: 'their end',
      end_of_relevance: 'the end of their relevance',
      entry: 'the entry',
      expiry: 'their expiry',
      expiry_or_revocation: 'their expiry or revocation',
      joining: 'joining',
      last_use: 'the last use',
      last_visit: 'the last visit',
      making: 'their making',
      payment: 'payment',
      rejection: 'rejection',
      request: 'the request',
      sending: 'sending',
      sign_up: 'sign-up',
      submission: 'submission',
      year_end: 'the end of the calendar year',
    },
    rules: {
      identityApproved: 'ID pictures and selfie, when the review succeeded',
      identityRejected: 'ID pictures and selfie, when we declined',
      identityAbandoned: 'ID pictures and selfie that were never decided on',
      ibanFragment: 'The last digits of an IBAN',
      vouchers: 'Transaction data, invoices and other vouchers (section 147 AO, section 257 HGB)',
      addresses: 'IP addresses and check values made from them',
      auditLog: 'Audit log: which of us did or looked at what, and important steps in your account',
      cookies: 'Cookies on your device, and by what we recognise a known device',
      loginCookies: 'Login cookies and sessions',
      logIns: 'When and how somebody logged in to your account, or was refused',
      inactiveAccounts: 'Accounts that nobody uses any more',
      deletedAccounts: 'Accounts whose deletion was asked for, with profile, photos and posts',
      unconfirmedAccounts: 'Accounts whose email address was never confirmed',
      waitlistUnconfirmed: 'Places on the waitlist without confirmation',
      waitlistConfirmed: 'Confirmed places on the waitlist',
      waitlistDeclined: 'Refusals of places without an account; otherwise as long as the account',
      invitations: 'Invitations, and whom they were meant for',
      mailTokens: 'Check values of the links in our emails',
      consents: 'Proof of consents and cookie choices',
      messages: 'Messages through the contact form and our answers',
      notices: 'Reports of content and our decisions',
      declarations: 'Cancellations and withdrawals declared without login',
      providerNotices: 'Messages of the payment provider to us',
      exports: 'Copies of your data that you asked for',
      sentMails: 'Subject and time of emails to you, and which addresses refuse emails',
      cases: 'Reports with their evidence and decisions (Art. 16, 17 DSA)',
      heldCases: 'Reports that went to the authorities (Art. 18 DSA)',
      takenAway: 'What we removed from a profile or a table, while one may object',
      banEvidence: 'Check values of the email addresses of banned members',
      apartMarks:
        'Check values of the email addresses of deleted accounts that somebody had blocked or wanted no waves of',
      statements: 'Statements of reasons (Art. 17 DSA)',
      dataRequests: 'Requests under the GDPR and our answers (Art. 12, 5 (2) GDPR)',
      bellItems: 'Notices of replies, waves, mentions, tables and decisions',
      tables: 'Tables for two that somebody got up from, with all that was said',
      tableWaits: 'Waiting at a table, and that somebody would rather not sit there',
      tableWords: 'Words at a table, where both want it so',
      signals: 'Reasons for which members hide or mute others',
      backups: 'Backups',
      keyBackups: 'Backups of the keys to ID pictures',
    },
  },
}

export function retentionTable(tongue: Tongue): LegalTable {
  const { caption, head, starts, rules } = WORDS[tongue]
  const names = Object.keys(retention) as RetentionRule[]
  return {
    caption,
    head,
    rows: names.map((name) => {
      const period = retention[name]
      return [rules[name], starts[period.since], periodWords(period, tongue)]
    }),
  }
}
