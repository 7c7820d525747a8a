import { useState } from 'react'
import type { BellItem } from '#contract/notifications/bellItems.ts'
import { BellList } from '#web/features/notifications/BellList.tsx'
import { useReadItem } from '#web/features/notifications/useBell.ts'
import { ReplyHere } from '#web/features/posts/news/useReplyHere.tsx'
import { WaveAnswer } from '#web/features/posts/waves/WaveAnswer.tsx'
import { WaveList } from '#web/features/posts/waves/WaveList.tsx'
import { SitDown } from '#web/features/tables/SitDown.tsx'
import { paths } from '#web/paths.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { useAddressChoice } from '#web/platform/lists/useAddressChoice.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { PostNotes } from './PostNotes.tsx'

/** The filter is part of the address, so that going back restores it. */
const WAVES = 'waves'

export function BellPage() {
  const { t } = useText('bell')
  const [shown, show] = useAddressChoice('show', ['all', WAVES])
  const [replying, setReplying] = useState<string | null>(null)
  const { mutate: read } = useReadItem()
  /** A reply, a mention or a single wave is answered in its line; several waves are answered in their own list. */
  const actsOf = (item: BellItem, returnTo: Returning) => {
    const { id, kind, count, actors, post, isRead, isWaveOwed } = item
    const [one] = actors
    if (!one) return null
    if (kind === 'mutual_wave' || kind === 'table_asked') return <SitDown member={one} size="s" />
    if (kind === 'wave')
      return count === 1 && <WaveAnswer member={one} isOwed={isWaveOwed} returnTo={returnTo} />
    return (
      (kind === 'reply' || kind === 'mention') &&
      post && (
        <ReplyHere
          slug={post.room}
          roomName={post.roomName}
          post={post}
          username={one.username}
          isOpen={replying === id}
          onOpen={(isOpen) => {
            setReplying(isOpen ? id : null)
            if (isOpen && !isRead) read(item)
          }}
          notes={(slug, text) => <PostNotes place={slug} text={text} />}
        />
      )
    )
  }
  const back = { to: paths.rooms, label: <Text ns="bell" k="back" /> }
  return (
    <Page title={{ ns: 'bell', k: 'title' }} back={back}>
      <div className="stack-4">
        <Text as="h1" ns="bell" k="title" />
        <FilterBar
          label={t('show')}
          chosen={shown}
          choices={[
            { filter: 'all', words: <Text ns="bell" k="show_all" /> },
            { filter: WAVES, words: <Text ns="bell" k="show_waves" /> },
          ]}
          onChoose={show}
        />
        {shown === WAVES ? <WaveList /> : <BellList actsOf={actsOf} />}
      </div>
    </Page>
  )
}

type Returning = () => HTMLElement | null
