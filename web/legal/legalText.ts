/** One section of a legal text. A paragraph is a sentence or more, or a list of points. */
export type LegalSection = {
  id: string
  title: string
  paragraphs: (string | readonly string[])[]
}

/** `{product}` stands for the club's name. */
export type LegalText = {
  /** What a link to this language says, in this language. */
  edition: string
  title: string
  version: string
  contents: string
  intro: string
  sections: LegalSection[]
}

export type Admission = 'open' | 'invitation'
