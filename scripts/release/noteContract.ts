// With each release: from now on the contract is compared with the one that is released here.
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describeApi } from '#server/platform/http/openapi.ts'
import { routes } from '#server/routes.ts'
import { RELEASED_CONTRACT } from '#testing/released/contract.ts'

const text = JSON.stringify(await describeApi(routes, 'Parlour'))
await writeFile(RELEASED_CONTRACT, gzipSync(text, { level: 9 }))
