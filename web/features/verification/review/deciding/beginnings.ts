type Reader = 'de' | 'en'

/** Why most documents are rejected, as the member reads it; each is finished by hand. */
export const listBeginnings = (reader: Reader): string[] => BEGINNINGS.map((one) => one[reader])

const BEGINNINGS: readonly Record<Reader, string>[] = [
  {
    de: 'Das Dokument ist nicht ganz zu sehen. Bitte zeigen Sie alle vier Ecken.',
    en: 'The document cannot be seen in full. Please show all four corners.',
  },
  {
    de: 'Das Bild ist unscharf oder spiegelt. Bitte nehmen Sie es bei Tageslicht noch einmal auf.',
    en: 'The picture is blurred or has glare. Please take it again in daylight.',
  },
  {
    de: 'Auf dem Selfie ist Ihr Gesicht nicht deutlich zu erkennen.',
    en: 'Your face cannot be seen clearly in the selfie.',
  },
  {
    de: 'Das Geburtsdatum im Dokument weicht von Ihrer Angabe ab. Bitte schreiben Sie uns, welches stimmt.',
    en: 'The birthdate in the document differs from the one you gave. Please tell us which one is right.',
  },
  {
    de: 'Das Dokument ist abgelaufen oder kein amtlicher Ausweis.',
    en: 'The document has expired, or is not an official ID.',
  },
]
