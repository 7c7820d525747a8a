import { useQuery } from '@tanstack/react-query'
import { foldName } from '#contract/folding.ts'
import { limits } from '#contract/limits.ts'
import { listPeople } from '#contract/posts/people.ts'
import { query } from '#web/platform/api/call.ts'
import { Text } from '#web/text/Text.tsx'
import { PersonLine } from './PersonLine.tsx'
import lines from '#web/ui/Lines.module.css'

const SHOWN = 5

/** Whom one knows by a name that begins like what was typed; nothing where nobody is. */
export function FoundPeople({ words }: { words: string }) {
  const starts = words.trim()
  const isName = foldName(starts) !== '' && starts.length <= limits.username.max
  const { data } = useQuery({
    ...query(listPeople, { query: { starts } }),
    staleTime: 0,
    enabled: isName,
  })
  const people = data?.people.slice(0, SHOWN) ?? []
  if (!isName || people.length === 0) return null
  return (
    <section aria-labelledby="found-people" className="stack-2">
      <Text as="h2" id="found-people" className="medium" ns="people" k="title" />
      <ul role="list" className={`ruled-list ${lines.list}`}>
        {people.map((person) => (
          <li key={person.id}>
            <PersonLine person={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}
