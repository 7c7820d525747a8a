/** What each version of the terms changed, the newest first, for those who accepted an earlier one. */
export const termsChanges: Record<string, Record<'de' | 'en', readonly string[]>> = {
  '2.3.0': {
    de: [
      'Wird gemeldet, jemand könne minderjährig sein, ist das Konto sofort vorläufig gesperrt, bis ein Mensch das geklärt hat. Ist es nicht so, ist alles wieder da; ist es so, zahlen wir alles zurück und löschen das Konto.',
    ],
    en: [
      'When it is reported that somebody may be a minor, the account is suspended at once for the time being, until a person has cleared that up. If it is not so, everything is back; if it is, we pay everything back and delete the account.',
    ],
  },
  '2.2.0': {
    de: [
      'Lehnt der Club eine Bitte um Aufnahme ab, gilt das auch, wenn die Registrierung offen steht. Eine Einladung zählt mehr, und nach 90 Tagen kann man sich neu auf die Warteliste setzen. Wer schon aufgenommen ist, bleibt es.',
      'Auf dem Bild Ihres Ausweises dürfen Sie auch den Namen schwärzen: Lesbar bleiben müssen nur Foto, Geburtsdatum und Gültigkeit.',
    ],
    en: [
      'If the club declines a request to be admitted, that also holds while sign-up is open. An invitation counts for more, and after 90 days one can join the waitlist anew. Whoever has been admitted already stays so.',
      'On the picture of your ID you may black out your name, too: only photo, date of birth and validity must stay readable.',
    ],
  },
  '2.1.0': {
    de: [
      'Was ein Programm zurückhält, bevor es erscheint: herabwürdigende Wörter und Wiederholungen, in den ersten 7 Tagen und bis zur Verifizierung auch Links und Kontaktdaten. Für Ihr Konto folgt daraus nichts; über veröffentlichte Inhalte und Maßnahmen entscheiden Menschen.',
      'Was automatisch begrenzt ist: wie oft etwas in kurzer Zeit geht, und Pausen in langsamen Räumen.',
      'Wie Sie sich beschweren, und ab wann wir von jemandem für 30 Tage keine Meldungen annehmen.',
      'Wer ausgeschlossen war und wiederkommt, wartet, bis ein Mensch entscheidet.',
      'Was bleibt, wenn Sie Ihr Konto löschen.',
      'Neue Fassungen gelten für Sie nur, wenn Sie zustimmen; die Frist von sechs Wochen davor entfällt.',
    ],
    en: [
      'What a program holds back before it appears: degrading words and repetitions, in the first 7 days and until you are verified also links and contact data. Nothing follows from it for your account; people decide on published content and on measures.',
      'What is limited automatically: how often something can be done in a short time, and pauses in slow rooms.',
      'How to complain, and from when on we take no reports from somebody for 30 days.',
      'Whoever was banned and comes back waits until a person decides.',
      'What stays when you delete your account.',
      'New versions apply to you only if you agree; the six weeks before that no longer apply.',
    ],
  },
  '2.0.0': {
    de: [
      'Wer aufgenommen wird: Erwachsene ab 18, mit einem Konto pro Person, auf Einladung oder von der Warteliste.',
      'Prüfung der Identität: von Menschen, in der Regel binnen 24 bis 48 Stunden, und wann die Aufnahmen gelöscht werden.',
      'Abonnements: Laufzeit, Verlängerung, Kündigung zum Ende des Zeitraums und 14 Tage Widerrufsrecht.',
      'Regeln für Beiträge und Fotos, und was Sie tun können, wenn Sie eine Entscheidung des Clubs für falsch halten.',
    ],
    en: [
      'Who is admitted: adults from 18, with one account per person, by invitation or from the waitlist.',
      'Identity checks: by people, as a rule within 24 to 48 hours, and when the pictures are deleted.',
      'Subscriptions: term, renewal, cancellation at the end of the period, and 14 days to withdraw.',
      'Rules for posts and photos, and what you can do if you think a decision of the club is wrong.',
    ],
  },
}

/** Every version after the one somebody accepted, up to the one that is due; from the first on for whoever accepted none of these. */
export function changedVersions(due: string, accepted: string | null): string[] {
  const versions = Object.keys(termsChanges)
  const [from, to] = [versions.indexOf(due), versions.indexOf(accepted ?? '')]
  return from < 0 ? [] : versions.slice(from, to < 0 ? versions.length : to)
}
