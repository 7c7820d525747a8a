export type Fact = readonly [name: string, value: string]

/** Something to be printed and kept: an invoice, terms, a form. All of it plain words. */
export type Sheet = {
  language: 'de' | 'en'
  /** Of its file, without an ending. */
  name: string
  title: string
  /** ISO. */
  writtenAt: string
  sender: string[]
  facts: Fact[]
  /** All columns but the first are numbers. */
  table?: { caption: string; head: string[]; rows: string[][]; sums: Fact[] }
  /** A list stands as an array; a section without a title has none. */
  sections: { title: string; paragraphs: (string | string[])[] }[]
  foot: string[]
}
