// The baseline: node:http and pg with the same SQL and JSON.stringify, and nothing the club adds.
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const slugOf = (path: string) => path.split('/')[3]

const READ = `
  select p.id, p.number, p.text, p.created_at as "createdAt", p.icebreaker_id as "icebreakerId",
    json_build_object('id', pr.id, 'username', pr.username, 'city', pr.city) as author
  from posts p join profiles pr on pr.id = p.user_id
  where p.room_id = (select id from rooms where slug = $1) and p.removed_at is null
  order by p.number desc limit 20`

const server = createServer((asked, answer) => {
  void pool
    .query({ name: 'read', text: READ, values: [slugOf(asked.url ?? '')] })
    .then(({ rows }) => {
      answer.setHeader('content-type', 'application/json')
      answer.end(JSON.stringify({ posts: rows }))
    })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(address.port)
})
