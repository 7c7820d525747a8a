import type { ReactElement } from 'react'
import { Page } from '#web/platform/shell/Page.tsx'
import { paths } from '#web/paths.ts'
import type { Key } from '#web/text/catalogues.ts'
import type { Tongue } from '#web/text/language.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import styles from './ComingPages.module.css'

type Words = Key<'pages'>
type Props = {
  language?: Tongue
  title: Words
  text: Words
  way: { link: ReactElement; words: Words }
}

/** A screen that says what will stand here, rather than pretending. */
function ComingPage({ language = 'en', title, text, way }: Props) {
  return (
    <Page language={language} title={{ ns: 'pages', k: title }}>
      <div className={styles.coming}>
        <Badge tone="lamp">
          <Text ns="pages" k={language === 'de' ? 'coming_de' : 'coming'} />
        </Badge>
        <h1>
          <Text ns="pages" k={title} />
        </h1>
        <p>
          <Text ns="pages" k={text} />
        </p>
        <Button look="quiet" render={way.link}>
          <Text ns="pages" k={way.words} />
        </Button>
      </div>
    </Page>
  )
}

const roomsInGerman = { link: <Link to={paths.rooms} />, words: 'verify_to_rooms' } as const

export const AdminAreaPage = () => (
  <ComingPage language="de" title="admin_title" text="admin_text" way={roomsInGerman} />
)
