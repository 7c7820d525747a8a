import {
  createContext,
  lazy,
  use,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

/** What stands in a part's place while the club cannot be reached, or when only a newer version has it. */
type Words = { away: ReactNode; gone: ReactNode }

/** For parts of a screen; nothing for what nobody misses. */
export const LateWords = createContext<Words>({ away: null, gone: null })

const LOOK_MS = 3_000

/** A part of the app that is fetched when it is first wanted, and shown at once when it is already here. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, own?: Words) {
  let wanted: Promise<ComponentType<P>> | undefined
  let here: ComponentType<P> | undefined
  const fetched = () =>
    (wanted ??= load().then(
      (loaded) => (here = loaded),
      (error: unknown) => {
        wanted = undefined
        throw error
      },
    ))
  const Coming = lazy<ComponentType<P>>(async () => ({
    default: await fetched().catch(() => Late),
  }))

  /** Says why the part is not here, and makes place for it as soon as it can be had. */
  function Late(props: P) {
    const words = use(LateWords)
    const [Shown, show] = useState(() => here)
    const [isGone, setGone] = useState(false)
    useEffect(() => {
      if (Shown) return
      const look = () =>
        void fetched().then(
          (loaded) => show(() => loaded),
          async () => setGone(await isClubThere()),
        )
      look()
      const timer = setInterval(look, LOOK_MS)
      window.addEventListener('online', look)
      return () => {
        clearInterval(timer)
        window.removeEventListener('online', look)
      }
    }, [Shown])
    if (Shown) return <Shown {...props} />
    return (own ?? words)[isGone ? 'gone' : 'away']
  }

  function Part(props: P) {
    // kept, or a part that has loaded meanwhile would be mounted from scratch at the next render
    const [Shown] = useState<ComponentType<P>>(() => here ?? Coming)
    return <Shown {...props} />
  }
  /** Never rejects; answers whether it is here. Who shows it all the same is told why not. */
  const preload = (): Promise<boolean> =>
    fetched().then(
      () => true,
      () => false,
    )
  return { Part, preload }
}

/** Then it is the part that is missing, and not the connection. */
const isClubThere = () =>
  fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
