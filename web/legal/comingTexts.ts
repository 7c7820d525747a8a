import type { LegalPage } from '#contract/pages.ts'
import type { Tongue } from '#web/text/language.ts'

export type LegalSubject = Exclude<LegalPage, 'terms'>
type Notice = { title: string; paragraphs: string[]; terms: string }

const terms = { de: 'Zu den Allgemeinen Geschäftsbedingungen', en: 'To the terms of service' }

/** What stands on the legal pages whose full texts are still to come. Only what already holds is said. */
export const LEGAL_COMING: Record<LegalSubject, Record<Tongue, Notice>> = {
  privacy: {
    de: {
      title: 'Datenschutz',
      paragraphs: [
        'Die vollständige Datenschutzerklärung folgt, bevor der Club für Gäste öffnet.',
        'Was schon jetzt gilt: Wir speichern, was Sie bei der Registrierung angeben und was Sie schreiben, auf unserem eigenen Server. Nichts geht an Werbenetzwerke, nichts wird verkauft, und kein fremder Dienst wird beim Aufruf dieser Seiten geladen.',
      ],
      terms: terms.de,
    },
    en: {
      title: 'Privacy',
      paragraphs: [
        'The full privacy policy follows before the club opens to guests.',
        'What already holds: we keep what you give at sign-up and what you write on our own server. Nothing goes to advertising networks, nothing is sold, and these pages load no outside service.',
      ],
      terms: terms.en,
    },
  },
  impressum: {
    de: {
      title: 'Impressum',
      paragraphs: [
        'Hier stehen Name, Anschrift und Kontakt des Betreibers, sobald der Club eingerichtet ist. Für Gäste öffnet er erst danach.',
      ],
      terms: terms.de,
    },
    en: {
      title: 'Imprint',
      paragraphs: [
        'The operator’s name, address and contact will stand here once the club has been set up. It opens to guests only after that.',
      ],
      terms: terms.en,
    },
  },
  cookies: {
    de: {
      title: 'Cookies',
      paragraphs: [
        'Die vollständige Cookie-Richtlinie folgt, bevor der Club für Gäste öffnet.',
        'Was schon jetzt gilt: Wir setzen nur, was der Club braucht, um zu funktionieren: ein Cookie, das Sie angemeldet hält (bis zu 30 Tage), eines, das sich Ihre Sprache merkt, wenn Sie eine wählen (ein Jahr), und auf Ihrem Gerät Ihre Wahl von Sprache und Farben sowie Entwürfe, die noch nicht gesendet sind. Kein Tracking, keine Werbung.',
      ],
      terms: terms.de,
    },
    en: {
      title: 'Cookies',
      paragraphs: [
        'The full cookie policy follows before the club opens to guests.',
        'What already holds: we only set what the club needs to work: one cookie that keeps you signed in (up to 30 days), one that remembers your language if you choose one (one year) and, on your device, your choice of language and colours and drafts that are not sent yet. No tracking, no advertising.',
      ],
      terms: terms.en,
    },
  },
}
