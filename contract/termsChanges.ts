/** What a version of the terms changed, for those who accepted an earlier one: on screen and by mail. */
export const termsChanges: Record<string, Record<'de' | 'en', readonly string[]>> = {
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
