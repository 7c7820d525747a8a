import { FoundPeople } from '#web/features/posts/people/FoundPeople.tsx'
import { SearchForm } from '#web/features/posts/search/SearchForm.tsx'
import { SearchResults } from '#web/features/posts/search/SearchResults.tsx'
import { useWish } from '#web/features/posts/search/useSearch.ts'
import { FoundAtTables } from '#web/features/tables/FoundAtTables.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'

export function SearchPage() {
  const [wish, look] = useWish()
  return (
    <Page
      title={{ ns: 'search', k: 'title' }}
      back={{ to: paths.rooms, label: <Text ns="search" k="back" /> }}
    >
      <div className="stack-2">
        <Text as="h1" ns="search" k="title" />
        <Text as="p" className="soft" ns="search" k="lead" />
      </div>
      <SearchForm wish={wish} onSearch={look} />
      {wish.words && <FoundPeople words={wish.words} />}
      {wish.words && Object.keys(wish).length === 1 && <FoundAtTables words={wish.words} />}
      <SearchResults wish={wish} onSearch={look} />
    </Page>
  )
}
