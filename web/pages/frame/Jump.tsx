// The field to jump by name to a room, table, known person or page, or to search posts for what was typed.
import { useQuery } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useNavigate } from 'react-router'
import { foldName } from '#contract/folding.ts'
import { listPeople, type KnownPerson } from '#contract/posts/people.ts'
import { useTables } from '#web/features/tables/useTables.ts'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { TextInput } from '#web/ui/fields/Field.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { Count } from './Count.tsx'
import type { OwnRooms } from './useOwnRooms.ts'
import styles from './Jump.module.css'

/** A line stands where one kind ends and the other begins. */
type Goal = {
  to: string
  name: string
  kind: 'room' | 'table' | 'person' | 'page'
  icon: ReactNode
  lang?: string
  /** Where somebody is from. */
  city?: string | null
  unread?: number
}

const PAGES = [
  [paths.rooms, 'page_rooms'],
  [paths.tables, 'page_tables'],
  [paths.notices, 'page_notices'],
  [paths.people, 'page_people'],
  [paths.search, 'page_search'],
  [paths.profile, 'page_profile'],
  [paths.settings, 'page_settings'],
  [paths.invitations, 'page_invitations'],
  [paths.reports, 'page_reports'],
] as const

type Props = {
  rooms: OwnRooms
  /** What was typed before the field was here. */
  typed: RefObject<string>
  onGone: () => void
}

/** A field and what goes by what is typed in it, chosen from without leaving the field. */
export function Jump({ rooms, typed, onGone }: Props) {
  const { t, langAttribute } = useText('navigation')
  const navigate = useNavigate()
  const id = useId()
  const { isModerator } = useMember()
  const [words, setWords] = useState(() => typed.current)
  // until one points at another it is the first
  const [wanted, setWanted] = useState<string | null>(null)
  const [isGoing, setGoing] = useState(false)
  const { people, isAsking } = useFoundPeople(words)
  const tables =
    useTables().data?.tables.filter(({ state, other }) => state === 'open' && other) ?? []

  const pages = isModerator ? ([...PAGES, [paths.adminStart, 'page_desk']] as const) : PAGES
  const goals: Goal[] = [
    ...[...rooms.open, ...rooms.closed]
      .filter(({ name }) => fits(name, words))
      .map(({ slug, name, icon, unread }) => ({
        to: paths.room(slug),
        name,
        kind: 'room' as const,
        icon: <RoomIcon name={icon} />,
        lang: 'de',
        unread,
      })),
    ...tables
      .map(({ id, other, unread }) => ({
        to: paths.table(id),
        name: t('jump_table', { username: other?.username ?? '' }),
        kind: 'table' as const,
        icon: <MemberIcon name="table" size={18} />,
        unread,
      }))
      .filter(({ name }) => fits(name, words)),
    ...people.map((person) => ({
      to: paths.member(person.id),
      name: person.username,
      kind: 'person' as const,
      icon: <Portrait member={person} photoId={person.portrait} className={styles.portrait} />,
      lang: '',
      city: person.city,
    })),
    ...pages
      .map(([to, k]) => ({
        to,
        name: t(k),
        kind: 'page' as const,
        icon: <MemberIcon name="forward" size={18} />,
      }))
      .filter(({ name }) => fits(name, words)),
  ]
  const wish = words.trim()
  const search = {
    to: `${paths.search}?${new URLSearchParams({ words: wish })}`,
    name: '',
    kind: 'search' as const,
  }
  const found = wish ? [...goals, search] : goals
  const pointed = found.findIndex(({ to }) => to === wanted)
  const chosen = Math.max(pointed, 0)

  const go = (to: string | undefined) => {
    if (!to) return
    onGone()
    void navigate(to)
  }
  const arrive = useEffectEvent(() => go(found[chosen]?.to))
  useEffect(() => {
    if (isGoing && !isAsking) arrive()
  }, [isGoing, isAsking])
  const press = (event: KeyboardEvent) => {
    // Safari says that it composes by 229 alone
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) setWanted(found.at((chosen + step) % found.length)?.to ?? null)
    // whom they may mean is on the way, and comes before all else but a room
    else if (event.key === 'Enter' && isAsking && pointed < 0 && found[0]?.kind !== 'room')
      setGoing(true)
    else if (event.key === 'Enter') go(found[chosen]?.to)
    else return
    event.preventDefault()
  }
  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': index === chosen,
    ref: index === chosen ? showWhole : undefined,
    onPointerMove: () => setWanted(found[index]?.to ?? null),
    onClick: () => go(found[index]?.to),
  })

  return (
    <div className="stack-2 shrinks">
      <TextInput
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={t('jump_field')}
        placeholder={t('jump_field')}
        autoComplete="off"
        enterKeyHint="go"
        value={words}
        onChange={({ target }) => {
          setWords(target.value)
          setWanted(null)
          setGoing(false)
        }}
        onKeyDown={press}
      />
      <p role="status" className="visually-hidden">
        {wish && <Text ns="navigation" k="jump_count" values={{ count: goals.length }} />}
      </p>
      <div
        role="listbox"
        id={id}
        aria-label={t('jump_title')}
        lang={langAttribute('jump_title')}
        className={styles.found}
      >
        {goals.map(({ to, name, kind, icon, lang, city, unread = 0 }, index) => (
          <div
            key={to}
            {...option(index)}
            data-first={goals[index - 1]?.kind !== kind || undefined}
          >
            {icon}
            <span lang={lang}>{name}</span>
            {city && (
              <span className="soft small" lang="">
                {city}
              </span>
            )}
            <Count count={unread} />
          </div>
        ))}
        {wish && (
          <div {...option(goals.length)} data-first="">
            <MemberIcon name="search" size={18} />
            <Text as="span" ns="navigation" k="jump_posts" values={{ words: wish }} />
          </div>
        )}
      </div>
    </div>
  )
}

const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Whether some word of a name begins with what is typed, accents and capitals aside. */
const fits = (name: string, words: string): boolean =>
  foldName(` ${name}`).includes(foldName(` ${words.trimStart()}`))

/** From so many letters on a name is looked for. */
const LETTERS = 2
const MOST = 5
const FRESH_MS = 60_000

/** Those one knows whose names begin so. Asked once by the first letters, and again only where more begin with them than one answer holds. */
function useFoundPeople(words: string): { people: KnownPerson[]; isAsking: boolean } {
  const starts = foldName(words.trim())
  const letters = [...starts]
  const isWanted = letters.length >= LETTERS
  const begun = letters.slice(0, LETTERS).join('')
  const first = useQuery({
    ...query(listPeople, { query: { starts: begun } }),
    enabled: isWanted,
    staleTime: FRESH_MS,
  })
  const isMore = isWanted && starts !== begun && !!first.data?.next
  const exact = useQuery({
    ...query(listPeople, { query: { starts } }),
    enabled: isMore,
    staleTime: FRESH_MS,
  })
  const { data, isPending } = isMore ? exact : first
  const all = isWanted ? (data?.people ?? []) : []
  return {
    people: all.filter(({ username }) => foldName(username).startsWith(starts)).slice(0, MOST),
    isAsking: isWanted && isPending,
  }
}
