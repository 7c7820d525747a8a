import type { LegalText } from './legalText.ts'

export const accessibilityInGerman = (): LegalText => ({
  edition: 'Deutsche Fassung',
  title: 'Barrierefreiheit',
  intro:
    'Der {product} Club soll für alle Erwachsenen benutzbar sein, gleich wie sie sehen, hören, tippen oder lesen. Diese Seite sagt, wie weit wir sind (§ 14 und Anlage 3 BFSG).',
  sections: [
    {
      id: 'service',
      title: 'Worum es geht',
      parts: [
        'Diese Erklärung gilt für alle Seiten des {product} Club unter dieser Adresse: einen privaten Club für Erwachsene, in dem Mitglieder in thematischen Räumen schreiben. Wie man Mitglied wird und was der Club leistet, steht in den [AGB](/legal/terms).',
      ],
    },
    {
      id: 'standard',
      title: 'Maßstab',
      parts: [
        'Wir richten uns nach der EN 301 549 und den Web Content Accessibility Guidelines (WCAG) 2.1, Stufe AA, und darüber hinaus nach WCAG 2.2, Stufe AA, wo sie mehr verlangt.',
      ],
    },
    {
      id: 'how',
      title: 'Was wir dafür tun',
      parts: [
        [
          'Alles lässt sich mit der Tastatur bedienen; der Fokus ist immer zu sehen.',
          'Überschriften, Felder, Fehler und Meldungen sind so ausgezeichnet, dass Vorleseprogramme sie nennen. Deutsche und englische Stellen tragen ihre Sprache.',
          'Schrift und Flächen haben in hellen wie in dunklen Farben mindestens ein Kontrastverhältnis von 4,5 : 1.',
          'Seiten passen sich bis zu 320 Pixeln Breite an und lassen sich auf 200 % vergrößern.',
          'Bewegung richtet sich nach der Einstellung Ihres Geräts.',
          'Zum Anmelden gibt es keine Bilderrätsel; Passwörter dürfen eingefügt und von Programmen ausgefüllt werden.',
          'Öffentliche Seiten sind auch ohne JavaScript lesbar.',
        ],
      ],
    },
    {
      id: 'state',
      title: 'Stand',
      parts: [
        'Der Club ist nach unserer eigenen Prüfung weitgehend vereinbar mit dem Maßstab. Geprüft wird bei jeder Änderung mit einem automatischen Werkzeug auf allen Seiten in beiden Farben, dazu die Bedienung mit der Tastatur. Eine Prüfung durch Dritte gab es noch nicht.',
      ],
    },
    {
      id: 'gaps',
      title: 'Was noch nicht gut genug ist',
      parts: [
        [
          'Fotos der Mitglieder haben keine Beschreibung in Worten; Vorleseprogramme nennen, von wem das Foto ist und das wievielte.',
          'In der Grundeinstellung mischt der Club deutsche und englische Texte. Über „Deutsch · English“ oben auf jeder Seite steht alles in einer Sprache; die rechtlichen Texte stehen immer in beiden.',
          'Für das Schwärzen des Ausweises braucht man Sicht auf das Bild. Sie können das Bild vorher selbst schwärzen oder uns bitten, die Prüfung anders zu ermöglichen.',
          'Texte in Leichter Sprache und in Gebärdensprache gibt es noch nicht.',
        ],
      ],
    },
    {
      id: 'contact',
      title: 'Sagen Sie uns, wo es hakt',
      parts: [
        'Über das [Kontaktformular](/kontakt), Thema „Barrierefreiheit“, oder an [%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%). Wir antworten innerhalb von zwei Wochen und helfen auf anderem Weg weiter, solange etwas nicht geht.',
      ],
    },
    {
      id: 'authority',
      title: 'Zuständige Behörde',
      parts: [
        'Bleibt eine Antwort aus oder hilft sie nicht, können Sie sich an die Marktüberwachung wenden:',
        {
          facts: [
            [
              'Stelle',
              'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)',
            ],
            ['Sitz', 'Magdeburg'],
            ['E-Mail', '[MLBF@ms.sachsen-anhalt.de](mailto:MLBF@ms.sachsen-anhalt.de)'],
          ],
        },
      ],
    },
  ],
})
