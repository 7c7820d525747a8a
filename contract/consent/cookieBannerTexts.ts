/**
 * What the cookie banner says, always in both languages: `short` at first sight, the rest under
 * "Details". It is what was asked, so a change of its
 * meaning needs a new `cookieBanner.version` and `changedAt`.
 */
const de = {
  title: 'Ihre Cookie-Auswahl',
  short: 'Wir speichern nur Notwendiges; mehr wäre freiwillig und würde bloß vermerkt.',
  text: 'Wir speichern nur, was der Club zum Funktionieren braucht. Statistik und Marketing gibt es hier nicht: Ihre freiwillige Einwilligung würde nur vermerkt. „Necessary Only“ lehnt ab; ändern können Sie das jederzeit unter „Cookie-Einstellungen“.',
  cookies: 'Cookies',
  privacy: 'Datenschutz',
  impressum: 'Impressum',
  categories: 'Wofür Sie einwilligen',
  necessary: {
    name: 'Notwendig',
    text: 'Anmeldung, Sprache, Farben, Entwürfe und diese Auswahl. Immer an.',
  },
  analytics: {
    name: 'Statistik',
    text: 'Zurzeit keine. Die Einwilligung wird vermerkt und schaltet nichts ein.',
  },
  marketing: {
    name: 'Marketing',
    text: 'Zurzeit keines. Die Einwilligung wird vermerkt und schaltet nichts ein.',
  },
  facts:
    'Empfänger: keine. Keine Übermittlung in Drittländer. Ihre Auswahl gilt 12 Monate und wird zum Nachweis ohne IP-Adresse protokolliert.',
  close: 'Schließen - nur notwendige Cookies',
  announced: 'Die Cookie-Auswahl steht am Anfang der Seite.',
}

type BannerTexts = typeof de

const en: BannerTexts = {
  title: 'Your cookie choice',
  short: 'We store only what is needed; more would be voluntary, and merely recorded.',
  text: 'We store only what the club needs to work. There is no analytics or marketing here: your voluntary consent would merely be recorded. Change your mind at any time under “Cookie settings”.',
  cookies: 'Cookies',
  privacy: 'Privacy',
  impressum: 'Imprint',
  categories: 'What you consent to',
  necessary: {
    name: 'Necessary',
    text: 'Log-in, language, colours, drafts and this choice. Always on.',
  },
  analytics: {
    name: 'Analytics',
    text: 'None at present. Consent is recorded and switches nothing on.',
  },
  marketing: {
    name: 'Marketing',
    text: 'None at present. Consent is recorded and switches nothing on.',
  },
  facts:
    'Recipients: none. No transfer to third countries. Your choice holds for 12 months and is logged, without an IP address, as proof.',
  close: 'Close - necessary cookies only',
  announced: 'The cookie choice is at the start of the page.',
}

export const cookieBannerTexts = { de, en } as const

/** Buttons read the same in every language (spec section 2). */
export const cookieBannerButtons = {
  acceptAll: 'Accept All',
  necessaryOnly: 'Necessary Only',
  details: 'Details',
  save: 'Save',
} as const
