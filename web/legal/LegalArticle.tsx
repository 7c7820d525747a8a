import { useClub } from '#web/text/club.ts'
import type { Tongue } from '#web/text/language.ts'
import { Block } from '#web/text/Screen.tsx'
import type { LegalText } from './legalText.ts'
import styles from './LegalArticle.module.css'

/** One language of a legal text, with its own table of contents. */
export function LegalArticle({ lang, text }: { lang: Tongue; text: LegalText }) {
  const { name } = useClub()
  const named = (words: string) => words.replaceAll('{product}', name)
  const idOf = (section: string) => `${lang}-${section}`
  return (
    <Block lang={lang}>
      <article id={lang} className={styles.article} aria-labelledby={idOf('title')}>
        <h2 id={idOf('title')}>{text.title}</h2>
        <p className={styles.version}>{text.version}</p>
        <p>{named(text.intro)}</p>
        <nav className={styles.contents} aria-label={text.contents}>
          <h3>{text.contents}</h3>
          <ul>
            {text.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${idOf(id)}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {text.sections.map(({ id, title, paragraphs }) => (
          <section key={id} id={idOf(id)} tabIndex={-1} className={styles.section}>
            <h3>{title}</h3>
            {paragraphs.map((paragraph, index) =>
              typeof paragraph === 'string' ? (
                <p key={index}>{named(paragraph)}</p>
              ) : (
                <ul key={index}>
                  {paragraph.map((point) => (
                    <li key={point}>{named(point)}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </article>
    </Block>
  )
}
