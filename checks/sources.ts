import { listImports, readSources } from '../scripts/proof/imports.js'

type Source = { path: string; text: string; lines: number; imports: string[] }

/** Our own code, with every import written as a path from the repository root (or a package name). */
export const sources: Source[] = [...readSources()].map(([path, text]) => ({
  path,
  text,
  lines: text.trimEnd().split('\n').length,
  imports: listImports(path, text),
}))

export const isTest = ({ path }: Source): boolean =>
  /\.test\.tsx?$/.test(path) || /^(server\/|web\/)?testing\/|^e2e\//.test(path)

/** What the club itself runs: without tests and their tools. */
export const code: Source[] = sources.filter(
  (source) => /^(contract|server|web)\//.test(source.path) && !isTest(source),
)

export const findFeature = (path: string): string | undefined =>
  /^(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1]
