// Keeps what somebody was writing to a line of a desk when that line went, or was settled, without them.
import {
  useEffect,
  useEffectEvent,
  useId,
  useReducer,
  useRef,
  useState,
  type RefObject,
} from 'react'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import { Text } from '#web/text/Text.tsx'
import { LateMessage, StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { UnsavedWords } from './UnsavedWords.tsx'

type Line = { id: string }
type Begun = Pick<TabDrafts<never>, 'listIds' | 'wordsOf' | 'delete' | 'onSent'>

type Options<L extends Line> = {
  list: { lines: readonly L[] | null; hasMore: boolean }
  /** Which of the lists of this desk it is: what is missing in another has not gone. */
  key: string
  /** Whether every open line stands in it, once all of it is loaded. */
  hasEveryOpen: boolean
  /** What may be begun, and which lines have the form for it. */
  kinds: readonly { drafts: Begun; isOpen: (line: L) => boolean }[]
  /** Nothing where it has no name to be called by. */
  nameOf: (line: L) => string | undefined
  /** Gets the focus where there are no words, or they are discarded. */
  place: RefObject<HTMLElement | null>
}

/**
 * Compares the open lines with those of before, however they changed, and with what is begun in this
 * tab. Answers what stands above the list: that a line went, and the words for it, until it is back
 * or they are discarded.
 */
export function useUnsavedWords<L extends Line>(options: Options<L>) {
  const { place } = options
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const watchSent = useEffectEvent(() => options.kinds.map(({ drafts }) => drafts.onSent(redraw)))
  useEffect(() => {
    const stops = watchSent()
    return () => stops.forEach((stop) => stop())
  }, [])
  const gone = useGone(options)
  const last = gone.findLast(({ wasOpen }) => wasOpen)
  const cards = useRef(new Map<string, HTMLElement>())
  const name = useId()
  useFocusOnceLost(last?.id, () => cards.current.get(last?.id ?? '') ?? place.current)

  return (
    <>
      <StatusMessage>
        {last && (
          <LateMessage key={last.id}>
            {last.about === undefined ? (
              <Text ns="desk" k={last.words.length > 0 ? 'unsaved_gone_unnamed' : 'gone_unnamed'} />
            ) : (
              <Text
                ns="desk"
                k={last.words.length > 0 ? 'unsaved_gone' : 'gone'}
                values={{ about: last.about }}
              />
            )}
          </LateMessage>
        )}
      </StatusMessage>
      {gone.map(
        ({ id, about, words, discard }) =>
          words.length > 0 && (
            <UnsavedWords
              key={id}
              id={name + id}
              ref={(card) => {
                if (card) cards.current.set(id, card)
                return () => void cards.current.delete(id)
              }}
              about={about}
              onDiscard={() => {
                discard()
                redraw()
                place.current?.focus()
              }}
            >
              {words.map((one, at) => (
                <p key={at} className="prose" lang="" dir="auto">
                  {one}
                </p>
              ))}
            </UnsavedWords>
          ),
      )}
    </>
  )
}

type Gone = {
  id: string
  /** Nothing of a line that went before this screen was opened. */
  about: string | undefined
  wasOpen: boolean
  words: string[]
  discard: () => void
}

/** The open lines of this list so far, by kind, and what lines of other lists are called. */
type Before<L> = { key: string; open: L[][]; named: L[] }

/** What is begun, and has no form any more. */
function useGone<L extends Line>({ list, key, hasEveryOpen, kinds, nameOf }: Options<L>): Gone[] {
  const [before, setBefore] = useState<Before<L>>({ key, open: [], named: [] })
  const isSame = before.key === key
  const known = kinds.map((_, at) => (isSame ? (before.open[at] ?? []) : []))
  const news = kinds.map(({ isOpen }, at) =>
    (list.lines ?? []).filter((line) => isOpen(line) && !findLine(known[at], line.id)),
  )
  if (!isSame || news.some(({ length }) => length > 0))
    setBefore({
      key,
      open: known.map((lines, at) => [...lines, ...(news[at] ?? [])]),
      named: isSame ? before.named : [...before.open.flat(), ...before.named],
    })

  const gone = new Map<string, Gone>()
  for (const [at, { drafts, isOpen }] of kinds.entries())
    for (const id of list.lines ? drafts.listIds() : []) {
      const [shown, was] = [findLine(list.lines, id), findLine(known[at], id)]
      const isGone = shown ? !isOpen(shown) : was || (hasEveryOpen && !list.hasMore)
      if (!isGone) continue
      const line = shown ?? was ?? findLine(before.named, id)
      const [other, words] = [gone.get(id), drafts.wordsOf(id)]
      gone.set(id, {
        id,
        about: line && nameOf(line),
        wasOpen: was !== undefined || other?.wasOpen === true,
        words: [...(other?.words ?? []), ...(words ? [words] : [])],
        discard: () => {
          other?.discard()
          drafts.delete(id)
        },
      })
    }
  return [...gone.values()]
}

const findLine = <L extends Line>(lines: readonly L[] | null | undefined, id: string) =>
  lines?.find((line) => line.id === id)

/** When something goes and takes the focus along, the focus goes on to what is there for it; who was elsewhere is not led away. */
function useFocusOnceLost(gone: string | undefined, next: () => HTMLElement | null): void {
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => void (last.current = target)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const regain = useEffectEvent(() => {
    const isLost = last.current instanceof Node && !last.current.isConnected
    if (isLost && document.activeElement === document.body) next()?.focus()
  })
  useEffect(() => {
    if (gone !== undefined) regain()
  }, [gone])
}
