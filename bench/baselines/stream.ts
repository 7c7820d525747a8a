// The baseline of listening: node:http writing each new post to every open stream. Given a database
// it stores the post first, as an honest chat must; without one it shows what writing alone costs.
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { baselineSlug, memberId } from '../tools/filling.ts'
import { sayPort } from './port.ts'
import { insert } from './statements.ts'

const pool = process.argv[2] ? new pg.Pool({ connectionString: process.argv[2], max: 10 }) : null
const text = insert(baselineSlug('0'), memberId('0'), '$1', '$2')

type Body = { id: string; text: string }
const author = {
  id: '5a105e8b-9d40-4132-9780-d62ea2265d8a',
  username: 'Member 0',
  city: 'Hamburg',
  isVerified: false,
  portrait: null,
  role: null,
}
const streams = new Set<ServerResponse>()
let last = 0

async function store(post: Body): Promise<number> {
  if (!pool) return (last += 1)
  const values = [post.id, post.text]
  const { rows } = await pool.query<{ number: string }>({ name: 'insert', text, values })
  return Number(rows[0]!.number)
}

async function create(slug: string, body: string): Promise<string> {
  const { id, text: words } = JSON.parse(body) as Body
  const number = await store({ id, text: words })
  const createdAt = new Date().toISOString()
  const rest = { editedAt: null, icebreakerId: null, reply: null, mentions: [] }
  const post = { id, text: words, createdAt, number, author, ...rest }
  const frame = `data: ${JSON.stringify({ type: 'post', room: slug, number, post })}\n\n`
  for (const stream of streams) stream.write(frame)
  return JSON.stringify(post)
}

sayPort(
  createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"type":"ready"}\n\n')
      streams.add(response)
      response.once('close', () => streams.delete(response))
      return
    }
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      void create(request.url!.split('/')[3]!, body).then((json) => {
        response.setHeader('content-type', 'application/json')
        response.end(json)
      })
    })
  }),
)
