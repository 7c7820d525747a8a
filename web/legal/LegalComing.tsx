import { paths } from '#web/paths.ts'
import type { Tongue } from '#web/text/language.ts'
import { Block } from '#web/text/Screen.tsx'
import { LEGAL_COMING, type LegalSubject } from './comingTexts.ts'
import styles from './LegalArticle.module.css'

const TONGUES = ['de', 'en'] as const satisfies Tongue[]

/** A legal page that is not written yet: what it will say, and what already holds. */
export function LegalComing({ subject }: { subject: LegalSubject }) {
  return TONGUES.map((lang, index) => {
    const { title, paragraphs, terms } = LEGAL_COMING[subject][lang]
    const Title = index === 0 ? 'h1' : 'h2'
    return (
      <Block key={lang} lang={lang}>
        <article className={styles.article}>
          <Title>{title}</Title>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <a href={paths.legal('terms')}>{terms}</a>
          </p>
        </article>
      </Block>
    )
  })
}
