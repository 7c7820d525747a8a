import type { Rolldown } from 'vite'
import { pages } from '#contract/pages.ts'
import type { Namespace } from '#web/text/catalogues.ts'
import { everywhere, LATE_GERMAN, listCatalogues, screenWords } from '#web/text/screenWords.ts'

const LANGUAGES = ['mul', 'de', 'en'] as const

/** Whether a module is the one of that path, or the page of that name. */
const isModule = (id: string, module: string): boolean =>
  id.includes('/web/') && id.endsWith(`/${module}`)

type Words = Record<string, string[]>
type Files = [screens: [start: string, files: string[], words: Words][], words: Words]

/**
 * The files beyond the app itself that each screen and each language will ask for. A page's screen
 * is `<Key>Page.tsx`, wherever in `pages/`; one of another name is merely found later.
 */
export function listEarlyFiles(bundle: Rolldown.OutputBundle): Files {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const always = filesOf(chunks.filter(({ isEntry }) => isEntry))
  const files = (...modules: string[]) => {
    const holds = ({ moduleIds }: Rolldown.OutputChunk) =>
      modules.some((module) => moduleIds.some((id) => isModule(id, module)))
    return filesOf(chunks.filter(holds)).filter((file) => !always.includes(file))
  }

  function filesOf(from: Rolldown.OutputChunk[]): string[] {
    const found = new Set<Rolldown.OutputChunk>()
    const reach = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || found.has(chunk)) return
      found.add(chunk)
      for (const file of chunk.imports) reach(chunks.find(({ fileName }) => fileName === file))
    }
    from.forEach(reach)
    return [...found].flatMap(({ fileName, viteMetadata }) => [
      fileName,
      ...(viteMetadata?.importedCss ?? []),
    ])
  }

  const words = (namespaces: readonly Namespace[], known?: Words): Words =>
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const wanted = namespaces.flatMap((ns) =>
          listCatalogues(language, ns).map((part) => `text/${part}/${ns}.json`),
        )
        const late = known ? '' : `text/mul/${LATE_GERMAN}.json`
        const found = files(...wanted.filter((one) => one !== late))
        return [language, found.filter((file) => !known?.[language]?.includes(file))]
      }),
    )
  const first = words(everywhere)
  const screens = Object.entries(pages).map(([key, { path, access }]): Files[0][number] => {
    const screen = `${key[0]!.toUpperCase()}${key.slice(1)}Page.tsx`
    const frame = access === 'members' ? ['pages/MembersArea.tsx'] : []
    const own = screenWords[key as keyof typeof screenWords] ?? []
    return [path.replace(/:\w+$/, ''), files(screen, ...frame), words(own, first)]
  })
  return [screens.filter(([, needed]) => needed.length > 0), first]
}
