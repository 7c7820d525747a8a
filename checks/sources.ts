import { globSync, readFileSync } from 'node:fs'

export type Source = { path: string; text: string; lines: number; imports: string[] }

const FROM = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Our own code, with every import written as a path from the repository root (or a package name). */
export const sources: Source[] = globSync(
  '{contract,server,web,scripts,testing,checks,e2e,bench}/**/*.{ts,tsx,js}',
  {
    exclude: ['**/node_modules/**'],
  },
)
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return {
      path,
      text,
      lines: text.trimEnd().split('\n').length,
      imports: [...text.matchAll(FROM)].map(([, target]) => resolve(path, target!)),
    }
  })

function resolve(from: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1)
  if (target.startsWith('.')) return new URL(target, `file:///${from}`).pathname.slice(1)
  return target
}

export const isTest = ({ path }: Source): boolean =>
  /\.(test|long|alone)\.tsx?$/.test(path) || /^(server\/|web\/)?testing\/|^e2e\//.test(path)

/** What the club itself runs: without tests and their tools. */
export const code: Source[] = sources.filter(
  (source) => /^(contract|server|web)\//.test(source.path) && !isTest(source),
)

export const featureOf = (path: string): string | undefined =>
  /^(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1]
