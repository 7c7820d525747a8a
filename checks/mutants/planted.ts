import { globSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { equal, type Equal } from './equal.ts'
import { plant, type Mutant } from './planting.ts'

export type PlantedFile = { mutants: Mutant[]; code: string }

/** Files with every mutant in them, numbered through. */
export function plantFiles(files: string[]): Map<string, PlantedFile> {
  const planted = new Map<string, PlantedFile>()
  let next = 1
  for (const file of files) {
    const one = plant(file, readFileSync(file, 'utf8'), next)
    next += one.mutants.length
    planted.set(file, one)
  }
  return planted
}

const isOf = (mutant: Mutant, mark: Equal): boolean =>
  mark.file === mutant.file &&
  mark.on === mutant.on &&
  mark.original === mutant.original &&
  mark.replacement === mutant.replacement

/** The mark that says that a mutant does what the code does. */
export const findMark = (mutant: Mutant): Equal | undefined =>
  equal.find((mark) => isOf(mutant, mark))

/** Marks of these files for which there is no mutant any more. */
export const lostMarks = (planted: ReadonlyMap<string, PlantedFile>): Equal[] =>
  equal.filter(
    (mark) =>
      planted.has(mark.file) &&
      !planted.get(mark.file)!.mutants.some((mutant) => isOf(mutant, mark)),
  )

/** Everything a result depends on; with one byte of it changed, nothing that was found holds. */
export function hashOfEverything(): string {
  const hash = createHash('sha256')
  const files = globSync(
    '{server,contract,testing,migrations,checks/mutants}/**/*.{ts,sql,json,txt}',
  ).sort()
  for (const file of [...files, 'package-lock.json']) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
