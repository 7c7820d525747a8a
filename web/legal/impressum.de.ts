import type { LegalText } from './legalText.ts'

export const impressumInGerman = (): LegalText => ({
  edition: 'Deutsche Fassung',
  title: 'Impressum',
  intro: 'Angaben nach § 5 DDG für den {product} Club.',
  sections: [
    {
      id: 'operator',
      title: 'Anbieter',
      parts: [
        {
          facts: [
            ['Name', '%OPERATOR_NAME%'],
            ['Anschrift', '%OPERATOR_ADDRESS%'],
            ['Vertreten durch', '%OPERATOR_REPRESENTATIVE%'],
            ['E-Mail', '[%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%)'],
            ['Telefon', '%OPERATOR_PHONE%'],
            ['Register', '%OPERATOR_REGISTER%'],
            ['USt-IdNr. (§ 27a UStG)', '%OPERATOR_VAT_ID%'],
          ],
        },
      ],
    },
    {
      id: 'contact-point',
      title: 'Kontaktstelle',
      parts: [
        'Zentrale Kontaktstelle nach Art. 11 und 12 der Verordnung (EU) 2022/2065 (Gesetz über digitale Dienste), für Behörden der Mitgliedstaaten, die Kommission und das Gremium ebenso wie für alle, die den Club nutzen:',
        {
          facts: [
            ['E-Mail', '[%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%)'],
            ['Formular', '[Kontakt](/kontakt), ohne Anmeldung'],
            ['Telefon', '%OPERATOR_PHONE%'],
            ['Sprachen', 'Deutsch und Englisch'],
          ],
        },
        'Es antworten Menschen, keine Automaten. Rechtswidrige Inhalte melden Sie bitte über [Inhalt melden](/melden).',
      ],
    },
    {
      id: 'youth-protection',
      title: 'Jugendschutz',
      parts: [
        'Jugendschutzbeauftragte Person nach § 7 JMStV. Der Club ist nur für Erwachsene ab 18 Jahren.',
        { facts: [['Erreichbar unter', '%OPERATOR_YOUTH_PROTECTION%']] },
      ],
    },
    {
      id: 'data-protection',
      title: 'Datenschutz',
      parts: [
        'Wie wir mit Daten umgehen, steht in der [Datenschutzerklärung](/legal/privacy).',
        { facts: [['Beauftragte Person', '%OPERATOR_DATA_PROTECTION%']] },
      ],
    },
    {
      id: 'editorial',
      title: 'Verantwortlich für redaktionelle Texte',
      parts: [
        'Nach § 18 Abs. 2 MStV: %OPERATOR_REPRESENTATIVE%, Anschrift wie oben. Für Beiträge der Mitglieder sind deren Verfasserinnen und Verfasser verantwortlich.',
      ],
    },
    {
      id: 'disputes',
      title: 'Verbraucherstreitbeilegung',
      parts: [
        'Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG).',
      ],
    },
  ],
})
