import { OPERATOR_STATE } from '#web/static/holes.ts'
import type { Tongue } from '#web/text/language.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from './LegalDocument.module.css'

const WORDS: Record<Tongue, { title: string; text: string }> = {
  de: {
    title: 'Beispielangaben',
    text: 'Dieser Club ist noch nicht eingerichtet: Mindestens eine der Angaben zum Betreiber ist erfunden. Er öffnet erst, wenn hier die richtigen stehen.',
  },
  en: {
    title: 'Example details',
    text: 'This club has not been set up yet: at least one of the facts about its operator is invented. It opens only once the real ones stand here.',
  },
}

/** Stands beside facts about the operator; gone once the server says that all of them are real. */
export function OperatorNote({ lang }: { lang: Tongue }) {
  const { title, text } = WORDS[lang]
  return (
    <div className={styles.note} data-operator={OPERATOR_STATE}>
      <Notice announced={false} title={title}>
        <p>{text}</p>
      </Notice>
    </div>
  )
}
