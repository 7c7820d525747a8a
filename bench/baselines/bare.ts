// The baseline of reading: node:http and pg, the select and JSON.stringify, and nothing else.
import { createServer } from 'node:http'
import pg from 'pg'
import { newest } from './statements.ts'
import { sayPort } from './port.ts'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const text = newest('$1')

const server = createServer((request, response) => {
  const slug = request.url?.split('/')[3]
  void pool.query({ name: 'newest', text, values: [slug] }).then(({ rows }) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ posts: rows }))
  })
})
sayPort(server)
