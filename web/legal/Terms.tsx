import { Text } from '#web/text/Text.tsx'
import { useClub } from '#web/text/club.ts'
import { LegalArticle } from './LegalArticle.tsx'
import { termsInEnglish } from './terms.en.ts'
import { termsInGerman } from './terms.de.ts'
import styles from './LegalArticle.module.css'

/** The terms of service 2.0.0, German and English one below the other. */
export function Terms() {
  const { admission } = useClub()
  const german = termsInGerman(admission)
  const english = termsInEnglish(admission)
  return (
    <>
      <div className={styles.head}>
        <h1>
          <Text ns="pages" k="terms_title" />
        </h1>
        <p className={styles.choice}>
          <a href="#de" lang="de" hrefLang="de">
            {german.edition}
          </a>
          <a href="#en" lang="en" hrefLang="en">
            {english.edition}
          </a>
        </p>
      </div>
      <LegalArticle lang="de" text={german} />
      <LegalArticle lang="en" text={english} />
    </>
  )
}
