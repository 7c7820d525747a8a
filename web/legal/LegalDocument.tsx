// One version of a legal text, German and English one below the other, with the ways to earlier versions.
import type { LegalPage } from '#contract/pages.ts'
import { paths } from '#web/paths.ts'
import { useClub } from '#web/text/club.ts'
import { formatDate } from '#web/text/format.ts'
import type { Tongue } from '#web/text/language.ts'
import { Text } from '#web/text/Text.tsx'
import { LegalArticle } from './LegalArticle.tsx'
import { archivePath, type LegalEdition, type LegalEditions } from './legalText.ts'
import { LEGAL_TITLES } from './titles.ts'
import styles from './LegalDocument.module.css'

const TONGUES = ['de', 'en'] as const satisfies Tongue[]

type Props = {
  page: LegalPage
  editions: LegalEditions
  /** Not the one in force. */ old?: LegalEdition
}

export function LegalDocument({ page, editions, old }: Props) {
  const { admission } = useClub()
  const { texts, ...edition } = old ?? editions[0]
  return (
    <>
      <div className={`screen-only ${styles.head}`}>
        <Text as="h1" ns="pages" k={LEGAL_TITLES[page]} />
        <p className={styles.choice}>
          {TONGUES.map((lang) => (
            <a key={lang} href={`#${lang}`} lang={lang} hrefLang={lang}>
              {texts[lang](admission).edition}
            </a>
          ))}
        </p>
      </div>
      {TONGUES.map((lang) => (
        <LegalArticle
          key={lang}
          lang={lang}
          text={texts[lang](admission)}
          version={
            <Version
              {...edition}
              lang={lang}
              page={page}
              earlier={old ? [] : editions.slice(1)}
              isOld={old !== undefined}
            />
          }
        />
      ))}
    </>
  )
}

const WORDS: Record<Tongue, { since: string; old: string; current: string; earlier: string }> = {
  de: {
    since: 'Stand',
    old: 'Dies ist eine frühere Fassung.',
    current: 'Zur geltenden Fassung',
    earlier: 'Frühere Fassungen:',
  },
  en: {
    since: 'As of',
    old: 'This is an earlier version.',
    current: 'To the version in force',
    earlier: 'Earlier versions:',
  },
}

type VersionProps = Omit<LegalEdition, 'texts'> & {
  lang: Tongue
  page: LegalPage
  earlier: LegalEdition[]
  isOld: boolean
}

function Version({ lang, page, version, since, earlier, isOld }: VersionProps) {
  const words = WORDS[lang]
  const day = (when: string) => formatDate(when, lang)
  return (
    <div className={`soft small ${styles.version}`}>
      <p>
        {version && `Version ${version} · `}
        {words.since} <time dateTime={since}>{day(since)}</time>
      </p>
      {isOld && (
        <p>
          {words.old} <a href={paths.legal(page)}>{words.current}</a>
        </p>
      )}
      {earlier.length > 0 && (
        <p>
          {words.earlier}{' '}
          {earlier.map((edition, index) => (
            <span key={edition.since}>
              {index > 0 && ', '}
              <a href={archivePath(page, edition)}>
                {edition.version && `${edition.version} · `}
                {day(edition.since)}
              </a>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
