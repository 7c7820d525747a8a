import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All that lies below a folder, links as links, whatever they lead to. */
export function* walk(folder: string, below = ''): Generator<string> {
  for (const one of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below ? `${below}/${one.name}` : one.name
    yield path
    if (one.isDirectory()) yield* walk(folder, path)
  }
}
