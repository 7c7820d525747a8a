// The ceiling of reading: node:http sending what the club once answered, headers and body, from memory.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { sayPort } from './port.ts'

type Answer = { headers: string[]; body: string }
const { headers, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Answer
const bytes = Buffer.from(body)

sayPort(
  createServer((_asked, answer) => {
    answer.writeHead(200, headers)
    answer.end(bytes)
  }),
)
