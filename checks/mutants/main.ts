// `npm run mutate -- FILE…`: tries every mutant of the files named, or of all that are watched, and
// says which ones no test noticed. What was found is kept until anything changes, so that a run that
// was interrupted goes on.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashOfEverything, lostMarks, plantFiles } from './planted.ts'
import { isBelow, computeScore, renderTable, describeResult, type FileResult } from './report.ts'
import { openTrying } from './trying.ts'
import { floors, watched } from './watched.ts'

const KEPT = join('node_modules', '.cache', 'mutants')

const args = process.argv.slice(2)
const files = args.length === 0 ? watched : [...new Set(args.flatMap(filesNamed))]
const resultsFolder = join(KEPT, hashOfEverything())
mkdirSync(resultsFolder, { recursive: true })

const planted = plantFiles(files)
const lost = lostMarks(planted)
for (const { file, on, original, replacement } of lost)
  say(`checks/mutants/equal.ts: ${file} has no such mutant: ${original} → ${replacement} in ${on}`)

const folder = mkdtempSync(join(tmpdir(), 'club-mutants-'))
const trying = openTrying(folder, planted)
const results: FileResult[] = []
try {
  await trying.tryLight(files.filter((file) => !keptOf(file)))
  for (const file of files) {
    const result = keptOf(file) ?? (await tried(file))
    results.push(result)
    say(describeResult(result))
  }
} finally {
  await trying.close()
  rmSync(folder, { recursive: true, force: true })
}
say(renderTable(results))

const below = results.filter(isBelow)
for (const { file } of below) say(`✗ ${file} is below ${floors.file} %`)
const all = computeScore(results.flatMap(({ tried }) => tried))
const isAllBelow = args.length === 0 && all < floors.all
if (isAllBelow) say(`✗ all together are below ${floors.all} %`)
process.exit(below.length > 0 || isAllBelow || lost.length > 0 ? 1 : 0)

/** A file by its path, or all of which the path has a part in it. */
function filesNamed(name: string): string[] {
  if (existsSync(name) && name.endsWith('.ts')) return [name]
  const found = watched.filter((file) => file.includes(name))
  if (found.length > 0) return found
  say(`There is no file ${name}; those that are always watched are in checks/mutants/watched.ts.`)
  return process.exit(1)
}

async function tried(file: string): Promise<FileResult> {
  const since = Date.now()
  const { tried, unsound } = await trying.tryFile(file)
  const result = { file, tried, unsound, seconds: (Date.now() - since) / 1000 }
  if (unsound.length === 0) writeFileSync(placeOf(file), JSON.stringify(result))
  return result
}

function keptOf(file: string): FileResult | null {
  const path = placeOf(file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FileResult) : null
}

function placeOf(file: string): string {
  return join(resultsFolder, `${file.replaceAll(/[\\/]/g, '+')}.json`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
