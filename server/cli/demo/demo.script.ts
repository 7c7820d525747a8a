import { readFileSync } from 'node:fs'

export type DemoLine = { username: string; pauseMinutes: number | null; text: string }
/** What stands behind the `#`, and what is said below it. */
export type DemoScene = { title: string; lines: DemoLine[] }

const LINE = /^(?<username>[^:]+?)(?: \+(?<pause>\d+))?: (?<text>.+)$/

/** Reads one of the texts in scripts/: scenes with lines such as `Mia: Hello` or, 7 minutes later, `Ben +7: Hi`. */
export function readScript(name: string): DemoScene[] {
  const source = readFileSync(new URL(`./scripts/${name}.txt`, import.meta.url), 'utf8')
  return source
    .split(/^# /m)
    .slice(1)
    .map((scene) => {
      const [title = '', ...lines] = scene.trim().split(/\r?\n/)
      return { title, lines: lines.map(readLine) }
    })
}

function readLine(line: string): DemoLine {
  const { username, pause, text } = LINE.exec(line)?.groups ?? {}
  if (!username || !text) throw new Error(`not a line of a demo script: ${line}`)
  return { username, pauseMinutes: pause ? Number(pause) : null, text }
}
