import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { MODULES } from '../places.js'

const span = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at))

/** What German and its neighbours set every day: the only letters that every visit loads. */
const LETTERS = `${span(0x20, 0x7e)}\u00a0ÄÉÖÜßàáâäçèéêëíîïñóôöúü§©«»°·–—‘’‚“”„•…€→`
const SIGNS = [...span(0xa1, 0xff), '‹', '›', '™', '−']
  .filter((one) => !LETTERS.includes(one))
  .join('')
const EXTENDED = span(0x100, 0x17f)

const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk']
/** Drawn for display sizes: headings are all it sets. */
const FRAUNCES = { variationAxes: { opsz: 72, wght: 500 }, keepFeatures: FEATURES }
const FIGTREE = {
  variationAxes: { wght: { min: 400, max: 650 } },
  keepFeatures: [...FEATURES, 'tnum'],
}

/** The files `web/ui/styles/fonts.css` speaks of. What a page does not set, its browser does not load. */
export const CUTS = {
  'fraunces-core': { from: 'fraunces/files/fraunces-latin-opsz', text: LETTERS, ...FRAUNCES },
  'fraunces-signs': { from: 'fraunces/files/fraunces-latin-opsz', text: SIGNS, ...FRAUNCES },
  'fraunces-extended': {
    from: 'fraunces/files/fraunces-latin-ext-opsz',
    text: EXTENDED,
    ...FRAUNCES,
  },
  'figtree-core': { from: 'figtree/files/figtree-latin-wght', text: LETTERS, ...FIGTREE },
  'figtree-signs': { from: 'figtree/files/figtree-latin-wght', text: SIGNS, ...FIGTREE },
  'figtree-extended': { from: 'figtree/files/figtree-latin-ext-wght', text: EXTENDED, ...FIGTREE },
}

/** Cuts the fonts to the letters and weights the club sets, once, and answers the folder they lie in. */
export async function cutFonts(): Promise<string> {
  const sources = createRequire(join(MODULES, 'package.json'))
  const versions = ['fraunces', 'figtree'].map(
    (family) => sources(`@fontsource-variable/${family}/package.json`) as { version: string },
  )
  const wanted = createHash('sha256').update(
    JSON.stringify([CUTS, versions.map(({ version }) => version)]),
  )
  const cache = join(MODULES, '.cache')
  const folder = join(cache, `fonts-${wanted.digest('hex').slice(0, 12)}`)
  if (
    await access(folder).then(
      () => true,
      () => false,
    )
  )
    return folder

  await mkdir(cache, { recursive: true })
  const part = await mkdtemp(join(cache, 'fonts-part-'))
  for (const [name, { from, text, ...options }] of Object.entries(CUTS)) {
    const whole = await readFile(join(MODULES, '@fontsource-variable', `${from}-normal.woff2`))
    const cut = await subsetFont(whole, text, {
      ...options,
      noHinting: true,
      targetFormat: 'woff2',
    })
    await writeFile(join(part, `${name}.woff2`), cut)
  }
  // another build may have been quicker
  await rename(part, folder).catch(() => rm(part, { recursive: true }))
  return folder
}
