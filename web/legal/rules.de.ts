import type { LegalText } from './legalText.ts'

export const rulesInGerman = (): LegalText => ({
  edition: 'Deutsche Fassung',
  title: 'Hausregeln',
  intro:
    'Ein Abend gelingt, wenn alle sich wohlfühlen. Das hier ist alles, was dafür nötig ist. Die Hausregeln gehören zu den [AGB](/legal/terms) und gelten überall im {product} Club: in Räumen, in Profilen, auf Fotos.',
  sections: [
    {
      id: 'kind',
      title: 'Seien Sie freundlich',
      parts: [
        'Schreiben Sie so, wie Sie mit jemandem am selben Tisch reden würden. Flirten ist willkommen, Drängen nicht. Ein Nein ist ein Nein, und Schweigen ist kein Ja.',
        [
          'Keine Beleidigungen, keine Drohungen, keine Belästigung.',
          'Keine Herabwürdigung wegen Herkunft, Glauben, Geschlecht, Orientierung, Alter, Körper oder Behinderung.',
          'Niemand schuldet Ihnen eine Antwort.',
        ],
      ],
    },
    {
      id: 'pictures',
      title: 'Bilder und Texte',
      parts: [
        'Unter jedem Eingabefeld steht es kurz: „Swimwear/underwear OK. No nudity or explicit content.“ Badekleidung und Unterwäsche sind in Ordnung. Nacktheit und eindeutig Sexuelles sind es nicht, weder im Bild noch im Wort.',
        [
          'Nur eigene Fotos, auf denen Sie selbst zu sehen sind oder an denen Sie die Rechte haben.',
          'Andere Menschen nur mit deren Einverständnis.',
          'Nichts mit Minderjährigen, ohne jede Ausnahme. Auch keine Andeutung, kein Scherz.',
        ],
      ],
    },
    {
      id: 'discretion',
      title: 'Was im Raum gesagt wird, bleibt im Raum',
      parts: [
        [
          'Keine Bildschirmfotos, keine Namen, keine Arbeitsplätze, keine Telefonnummern anderer.',
          'Wer jemanden von draußen erkennt, behält es für sich.',
          'Nichts androhen, was andere bloßstellt. Das ist hier ein Grund zu gehen und draußen eine Straftat.',
        ],
      ],
    },
    {
      id: 'honest',
      title: 'Seien Sie echt',
      parts: [
        [
          'Eine Person, ein Konto, mindestens 18 Jahre alt.',
          'Ein erfundener Name ist in Ordnung, ein gestohlenes Gesicht nicht.',
          'Keine Werbung, keine bezahlten sexuellen Dienste, keine Geldgeschichten, keine Programme, die für Sie schreiben.',
        ],
      ],
    },
    {
      id: 'safety',
      title: 'Passen Sie auf sich auf',
      parts: [
        'Treffen Sie sich beim ersten Mal an einem öffentlichen Ort und sagen Sie jemandem, wo Sie sind. Schicken Sie kein Geld. Wenn Gefahr besteht, rufen Sie 110 oder 112, bevor Sie uns schreiben.',
      ],
    },
    {
      id: 'consequences',
      title: 'Wenn etwas nicht stimmt',
      parts: [
        'Sagen Sie es uns über [Inhalt melden](/melden). Ein Mensch liest jede Meldung. Die andere Person erfährt nicht, wer gemeldet hat.',
        'Je nachdem, was war und ob es zum ersten Mal war, entfernen wir etwas, verwarnen, sperren das Schreiben oder ein Konto für eine Zeit oder beenden die Mitgliedschaft. Wen es trifft, der erfährt den Grund und kann sich sechs Monate lang beschweren; dann entscheidet jemand anderes. Genauer steht es in [Abschnitt 11 der AGB](/legal/terms#de-moderation).',
      ],
    },
  ],
})
