import { limits } from '#contract/limits.ts'

/** `{{limits.photos}}` is the club's own number, so that it stands in no catalogue; '' if there is none of it. */
export function readLimit(path: string): string | number {
  const [root, ...names] = path.split('.')
  let value: unknown = root === 'limits' ? limits : ''
  for (const name of names) value = (value as Record<string, unknown>)[name]
  return typeof value === 'number' ? value : ''
}
