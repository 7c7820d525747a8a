import type { Sheet } from '#server/platform/print/sheet.ts'

/** A sheet of one section, as a test prints it. */
export const writeSheet = (
  title: string,
  paragraphs: Sheet['sections'][number]['paragraphs'],
): Sheet => ({
  language: 'de',
  name: 'sheet',
  title,
  writtenAt: '2026-11-21T12:00:00Z',
  sender: ['Żółć & Söhne GmbH'],
  facts: [['Fassung', '2.0.0']],
  sections: [{ title: 'Erstens', paragraphs }],
  foot: ['Fuß'],
})
