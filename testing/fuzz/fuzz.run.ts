import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '#server/app.ts'
import { openLog } from '#server/platform/process/log.ts'
import { serveClub } from '#server/serve.ts'
import { openClub } from '#testing/club/club.ts'
import { createChance } from './fuzz.chance.ts'
import { describeKnown, openCrowd } from './fuzz.crowd.ts'
import { brokenInvariants } from './fuzz.invariants.ts'
import { prepare } from './fuzz.scenes.ts'
import { createShot, type Shot } from './fuzz.shots.ts'
import { createJudge, listOperations, type ApiDocument } from './fuzz.verdict.ts'
import { send, type WireAnswer } from './fuzz.wire.ts'
import type { Standing } from '#testing/authorisation/standings.ts'

type Options = {
  seed: string
  /** How many requests, or for how long in milliseconds. */
  count?: number
  forMs?: number
  /** The first request's number: `SEED=seed:number` repeats one of them. */
  first?: number
}

type Findings = {
  /** Everything wrong, each with what repeats it. */
  problems: string[]
  requests: number
  /** Answers of status 200 by operation. */
  answered: Map<string, number>
  /** The most work one of them was. */
  slowestMs: number
  /** How often it was put off. */
  later: number
}

/** So many at once keep the club busy, and never so busy that it would refuse for that. */
const AT_ONCE = 6
const ENOUGH_PROBLEMS = 10
/** One request in so many is about something that is there. */
const PREPARED = 3

/** Asks a club of its own whatever the seed makes up, and judges every answer by its OpenAPI document. */
export async function fuzz({ seed, count = Infinity, forMs = Infinity, first = 0 }: Options) {
  await using club = await openClub({ config: { limitsFactor: 100_000 }, payments: 'house' })
  const said: string[] = []
  const log = openLog(
    'error',
    new Writable({ write: (line, _, done) => (said.push(String(line)), done()) }),
  )
  // where the HTTP adapter says what went wrong outside of the club's own code
  const complain = console.error
  console.error = (...words) => void said.push(words.map(String).join(' '))
  await writeFile(join(club.dataDir, 'index.html'), '<!doctype html><title>Club</title>')
  const app = await openApp(club.config, club.databaseUrl, { log, work: false })
  const server = await serveClub(app, { host: '127.0.0.1', port: 0, site: club.dataDir })
  try {
    const url = `http://127.0.0.1:${server.port}`
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument
    const operations = listOperations(document)
    const judge = createJudge(document)
    const crowd = await openCrowd(club)
    const findings: Findings = {
      problems: [],
      requests: 0,
      answered: new Map(),
      slowestMs: 0,
      later: 0,
    }
    const until = performance.now() + forMs
    let next = first

    async function ask(): Promise<void> {
      while (next < first + count && performance.now() < until) {
        if (findings.problems.length >= ENOUGH_PROBLEMS) return
        const number = next++
        const chance = createChance(seed, number)
        const who = await crowd.somebody(chance)
        const known = describeKnown(who, crowd)
        const { cookie } = who.person
        const prepared = chance.oneIn(PREPARED)
          ? await prepare(chance.pick(operations), crowd.sceneOf(who))
          : null
        const origin = club.config.publicUrl
        const shot = createShot(chance, { operations, known, cookie, origin, prepared })
        let answer = await send(server.port, shot)
        if (answer?.status === 503) {
          // "not now" is an answer as long as it means it
          findings.later += 1
          await sleep(1000 * Number(answer.headers.get('retry-after')))
          answer = await send(server.port, shot)
        }
        findings.requests += 1
        findings.slowestMs = Math.max(findings.slowestMs, answer?.workMs ?? 0)
        if (answer?.status === 200 && typeof shot.operation === 'object') {
          const name = `${shot.operation.method} ${shot.operation.path}`
          findings.answered.set(name, (findings.answered.get(name) ?? 0) + 1)
        }
        const judged = judge(shot, answer)
        const logged = said.length > 0 ? `it logged ${said.splice(0).join('')}` : null
        const problem = [judged, logged].filter((found) => found !== null).join('; ')
        if (problem)
          findings.problems.push(
            described(`${seed}:${number}`, problem, who.standing, shot, answer),
          )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))

    const ready = await fetch(`${url}/readyz`)
    if (ready.status !== 200) findings.problems.push(`afterwards /readyz answered ${ready.status}`)
    findings.problems.push(...(await brokenInvariants(club)))
    return { ...findings, operations: operations.map(({ method, path }) => `${method} ${path}`) }
  } finally {
    console.error = complain
    await server.close()
    await app.close()
  }
}

const MOST_SHOWN = 1500

function described(
  repeat: string,
  problem: string,
  standing: Standing,
  { kind, bytes }: Shot,
  answer: WireAnswer | null,
): string {
  const shown = (text: string) =>
    text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length})` : text
  return [
    `SEED=${repeat} (${kind}, ${standing}): ${problem}`,
    shown(bytes.toString('latin1')),
    answer
      ? shown(`→ ${answer.status} ${answer.headers.get('content-type')} ${answer.body}`)
      : '→ nothing',
  ].join('\n')
}
