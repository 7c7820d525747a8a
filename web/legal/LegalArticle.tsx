import type { ReactNode } from 'react'
import type { Tongue } from '#web/text/language.ts'
import { Block } from '#web/text/Screen.tsx'
import { Inline } from './Inline.tsx'
import { LegalPart } from './LegalPart.tsx'
import type { LegalText } from './legalText.ts'
import { OperatorNote } from './OperatorNote.tsx'
import styles from './LegalArticle.module.css'

const CONTENTS: Record<Tongue, string> = { de: 'Inhalt', en: 'Contents' }

type Props = {
  lang: Tongue
  text: LegalText
  /** Whether its title is that of the whole page. */
  isPage?: boolean
  /** Below the title: which version this is. */
  version?: ReactNode
}

/** A legal text in one language, with its own table of contents. */
export function LegalArticle({ lang, text, isPage = false, version }: Props) {
  const [Title, Heading, SubHeading] = isPage
    ? (['h1', 'h2', 'h3'] as const)
    : (['h2', 'h3', 'h4'] as const)
  const idOf = (section: string) => `${lang}-${section}`
  const namesOperator = JSON.stringify(text).includes('%OPERATOR_')
  return (
    <Block lang={lang}>
      <article
        id={lang}
        className={`stack-5 ${styles.article}`}
        data-page={isPage || undefined}
        aria-labelledby={idOf('title')}
      >
        <header className={`stack-3 ${styles.opening}`}>
          <Title id={idOf('title')}>{text.title}</Title>
          {version}
          <p className={styles.intro}>
            <Inline words={text.intro} />
          </p>
          {namesOperator && <OperatorNote lang={lang} />}
        </header>
        <nav className={`panel ${styles.contents}`} aria-labelledby={idOf('contents')}>
          <Heading id={idOf('contents')}>{CONTENTS[lang]}</Heading>
          <ul>
            {text.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${idOf(id)}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.body}>
          {text.sections.map(({ id, title, parts }) => (
            <section
              key={id}
              id={idOf(id)}
              tabIndex={-1}
              className={`stack-3 no-ring ${styles.section}`}
            >
              <Heading>{title}</Heading>
              {parts.map((part, index) => (
                <LegalPart key={index} part={part} Heading={SubHeading} />
              ))}
            </section>
          ))}
        </div>
      </article>
    </Block>
  )
}
