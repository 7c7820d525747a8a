import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './DoorPage.module.css'

type Words = Key<'door'>
type Props = {
  title: Words
  lead: Words
  form: ReactNode
  /** The other way in. */
  other: { question: Words; to: string; words: Words }
  /** Marks what a link of a mail stands in place of. */
  isReplaceable?: boolean
  children?: ReactNode
}

/** The frame of both ways in without an account: what this one is, its form, and the other. */
export function DoorPage({ title, lead, form, other, isReplaceable = false, children }: Props) {
  return (
    <Page title={{ ns: 'door', k: title }} width="narrow">
      <header className={`stack-3 ${styles.opening}`}>
        <Text as="h1" ns="door" k={title} />
        <p data-lead="">
          <Text ns="door" k={lead} />
        </p>
      </header>
      <div className="stack-5" {...(isReplaceable && { 'data-ways-in': '' })}>
        <noscript>
          <p>
            <Text ns="door" k="waitlist_no_script" />{' '}
            <a href={paths.contact}>
              <Text ns="door" k="waitlist_contact" />
            </a>
          </p>
        </noscript>
        {form}
        <div className={`row-3 ruled ${styles.other}`}>
          <Text as="p" ns="door" k={other.question} />
          <Button look="quiet" render={<DocumentLink to={other.to} />}>
            <Text ns="door" k={other.words} />
          </Button>
        </div>
      </div>
      {children}
    </Page>
  )
}
