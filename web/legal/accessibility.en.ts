import type { LegalText } from './legalText.ts'

export const accessibilityInEnglish = (): LegalText => ({
  edition: 'English version',
  title: 'Accessibility',
  intro:
    'Every adult should be able to use {product} Club, however they see, hear, type or read. This page says how far we are (section 14 and annex 3 of the German BFSG).',
  sections: [
    {
      id: 'service',
      title: 'What this covers',
      parts: [
        'This statement covers all pages of {product} Club at this address: a private club for adults whose members write in rooms with a theme. How to become a member and what the club provides is set out in the [terms](/legal/terms).',
      ],
    },
    {
      id: 'standard',
      title: 'Standard',
      parts: [
        'We follow EN 301 549 and the Web Content Accessibility Guidelines (WCAG) 2.1, level AA, and beyond that WCAG 2.2, level AA, where it asks for more.',
      ],
    },
    {
      id: 'how',
      title: 'What we do for it',
      parts: [
        [
          'Everything works with the keyboard; the focus can always be seen.',
          'Headings, fields, errors and messages are marked so that screen readers announce them. German and English passages carry their language.',
          'Text has a contrast of at least 4.5:1 against its ground, in light and in dark colours.',
          'Pages adapt down to a width of 320 pixels and can be enlarged to 200%.',
          'Motion follows the setting of your device.',
          'Logging in takes no picture puzzles; passwords may be pasted and filled in by programs.',
          'Public pages can be read without JavaScript, too.',
        ],
      ],
    },
    {
      id: 'state',
      title: 'State',
      parts: [
        'By our own examination the club largely conforms to the standard. It is examined with every change, by an automatic tool on all pages in both colour schemes, and so is use with the keyboard alone. Nobody outside the club has examined it yet.',
      ],
    },
    {
      id: 'gaps',
      title: 'What is not good enough yet',
      parts: [
        [
          'Members’ photos have no description in words; screen readers say whose photo it is and which one.',
          'By default the club mixes German and English. “Deutsch · English” at the top of every page puts everything into one language; the legal texts always stand in both.',
          'Blacking out an ID takes seeing the picture. You can black it out yourself beforehand, or ask us to make the review possible in another way.',
          'There are no texts in easy language or sign language yet.',
        ],
      ],
    },
    {
      id: 'contact',
      title: 'Tell us where it falters',
      parts: [
        'Through the [contact form](/kontakt), topic “Accessibility”, or to [%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%). We answer within two weeks and help in another way as long as something does not work.',
      ],
    },
    {
      id: 'authority',
      title: 'Competent authority',
      parts: [
        'If no answer comes or it does not help, you can turn to the market surveillance authority:',
        {
          facts: [
            [
              'Body',
              'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)',
            ],
            ['Seat', 'Magdeburg, Germany'],
            ['Email', '[MLBF@ms.sachsen-anhalt.de](mailto:MLBF@ms.sachsen-anhalt.de)'],
          ],
        },
      ],
    },
  ],
})
