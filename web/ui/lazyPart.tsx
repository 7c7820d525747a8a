import { lazy, useState, type ComponentType } from 'react'

const failed = new Set<() => void>()

/** A part of the app that is fetched when it is first wanted, and shown at once when it is already here. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let wanted: Promise<{ default: ComponentType<P> }> | undefined
  let here: ComponentType<P> | undefined
  let Coming = lazy(fetched)

  function fetched() {
    wanted ??= load().then(
      (loaded) => ({ default: (here = loaded) }),
      (error: unknown) => {
        failed.add(forget)
        throw error
      },
    )
    return wanted
  }
  function forget() {
    wanted = undefined
    Coming = lazy(fetched)
  }

  function Part(props: P) {
    // kept, or the part would begin anew when it is shown again after it has come
    const [Shown] = useState<ComponentType<P>>(() => here ?? Coming)
    return <Shown {...props} />
  }
  /** Never rejects; answers whether it is here. Who shows it all the same is told why not. */
  const preload = (): Promise<boolean> =>
    fetched().then(
      () => true,
      () => {
        forget()
        return false
      },
    )
  return { Part, preload }
}

/** Lets parts that could not be fetched be asked for again; called once that has been told. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget()
  failed.clear()
}
