import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Receipt } from '#web/platform/forms/StaticForm.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './declarations.module.css'

type Words = Key<'declarations'>
type Props = {
  title: Words
  text: Words
  /** What the download is called, before its number. */ file: string
}

/** What was declared and when, to keep; `static/forms/declarations.ts` fills it in. */
export function Declared({ title, text, file }: Props) {
  return (
    <Receipt title={<Text ns="declarations" k={title} />}>
      <Text as="p" ns="declarations" k={text} />
      <dl className={`stack-1 ${styles.facts}`} data-declared="">
        <Text as="dt" ns="declarations" k="reference" />
        <dd>
          <strong data-reference="" />
        </dd>
        <Text as="dt" ns="declarations" k="received_at" />
        <dd>
          <time data-received="" /> (<Text ns="declarations" k="berlin" />)
        </dd>
        <Text as="dt" ns="declarations" k="declared" />
        <dd className={styles.words} data-text="" lang="" />
      </dl>
      <div>
        <Button look="quiet" render={<DocumentLink to="#" data-download={file} />}>
          <Text ns="declarations" k="download" />
        </Button>
      </div>
    </Receipt>
  )
}
