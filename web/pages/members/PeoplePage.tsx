import { Link, useSearchParams } from 'react-router'
import { PeopleFilter } from '#contract/posts/people.ts'
import { PeopleList } from '#web/features/posts/people/PeopleList.tsx'
import type { PeopleWish } from '#web/features/posts/people/usePeople.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Whom one is looking for stands in the address, so that the way back from a member leads to it. */
function useWish(): [PeopleWish, (wish: PeopleWish) => void] {
  const [search, setSearch] = useSearchParams()
  const wish = {
    starts: search.get('starts') ?? '',
    filter: PeopleFilter.safeParse(search.get('filter')).data ?? ('all' as const),
  }
  const look = ({ starts, filter }: PeopleWish) =>
    setSearch({ ...(starts && { starts }), ...(filter !== 'all' && { filter }) }, { replace: true })
  return [wish, look]
}

export function PeoplePage() {
  const [wish, look] = useWish()
  return (
    <Page
      title={{ ns: 'people', k: 'title' }}
      back={{ to: paths.rooms, label: <Text ns="people" k="to_rooms" /> }}
    >
      <div className="stack-4 reading-column">
        <div>
          <Text as="h1" ns="people" k="title" />
          <Text as="p" className="soft" ns="people" k="lead" />
        </div>
        <PeopleList
          wish={wish}
          onWish={look}
          begin={
            <Button render={<Link to={paths.rooms} />}>
              <Text ns="people" k="to_rooms" />
            </Button>
          }
        />
      </div>
    </Page>
  )
}
