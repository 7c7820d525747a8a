// The members of the room who may be meant by what is typed of a name, to choose from while typing goes on.
import { useEffect, useImperativeHandle, useState, type Ref } from 'react'
import { foldName } from '#contract/folding.ts'
import { limits } from '#contract/limits.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { call } from '#web/platform/api/call.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { replaceText } from '#web/ui/fields/writeInto.ts'
import styles from './MentionList.module.css'

type Person = { id: string; username: string }
export type MentionKeys = { press(key: string): boolean }
const optionId = (list: string, id: string) => `${list}-${id}`

type Props = {
  id: string
  slug: string
  /** What is written of a name so far. */
  starts: string
  /** Given the way to write it, which comes with this list. */
  onChoose: (username: string, write: typeof replaceText) => void
  /** Which option the text box points at; null: there is nothing to choose from. */
  onActive: (optionId: string | null) => void
  onClose: () => void
  ref: Ref<MentionKeys>
}

const ASK_AFTER_MS = 150

export function MentionList({ id, slug, starts, onChoose, onActive, onClose, ref }: Props) {
  const { t } = useText('talk')
  const people = usePeople(slug, starts)
  const [wanted, setWanted] = useState(0)
  const active = Math.min(wanted, people.length - 1)
  const activeId = people[active] ? optionId(id, people[active].id) : null

  useEffect(() => {
    onActive(activeId)
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    return () => onActive(null)
  }, [activeId, onActive])

  useImperativeHandle(ref, () => ({
    press(key) {
      const { length } = people
      const chosen = people[active]
      if (!chosen) return false
      if (key === 'ArrowDown') setWanted((active + 1) % length)
      else if (key === 'ArrowUp') setWanted((active + length - 1) % length)
      else if (key === 'Enter' || key === 'Tab') onChoose(chosen.username, replaceText)
      else if (key === 'Escape') onClose()
      else return false
      return true
    },
  }))

  return (
    <div className="shrinks">
      <p role="status" className="visually-hidden">
        {people.length > 0 && <Text ns="talk" k="people_found" values={{ count: people.length }} />}
      </p>
      {people.length > 0 && (
        <div id={id} role="listbox" aria-label={t('people')} className={`panel ${styles.list}`}>
          {people.map((person, index) => (
            <button
              key={person.id}
              type="button"
              id={optionId(id, person.id)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
              lang=""
              // the focus stays in the text
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(person.username, replaceText)}
            >
              {person.username}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Requests only what earlier answers leave open: one with fewer names than the limit was complete. */
function usePeople(slug: string, starts: string): Person[] {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Person[]>>(new Map())
  const wanted = foldName(starts)
  const known = knownPeople(answers, wanted)

  const isAsked = known === undefined
  useEffect(() => {
    if (!isAsked) return
    const end = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const request = { params: { slug }, query: { starts } }
        const { people } = await call(findPeople, request, { signal: end.signal })
        setAnswers((before) => new Map(before).set(wanted, people))
      } catch {
        // names can be typed without help
      }
    }, ASK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [isAsked, slug, starts, wanted])
  return known ?? []
}

function knownPeople(answers: ReadonlyMap<string, Person[]>, wanted: string): Person[] | undefined {
  const exact = answers.get(wanted)
  if (exact) return exact
  for (let length = wanted.length - 1; length > 0; length -= 1) {
    const all = answers.get(wanted.slice(0, length))
    if (all && all.length < limits.peopleOffered)
      return all.filter(({ username }) => foldName(username).startsWith(wanted))
  }
  return undefined
}
