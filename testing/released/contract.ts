import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** What the last release said of itself at `/api/openapi.json`, packed. */
export const RELEASED_CONTRACT = fileURLToPath(new URL('openapi.json.gz', import.meta.url))

export const readReleased = async (): Promise<unknown> =>
  JSON.parse(gunzipSync(await readFile(RELEASED_CONTRACT)).toString())
