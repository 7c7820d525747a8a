import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, mergeConfig, minify, type InlineConfig, type Rolldown } from 'vite'
import { at, MODULES } from '../places.js'

type Parts = { first: string; styles: string; script: string; fonts: string[] }
export type Renderer = { renderAll(parts: Parts): Promise<{ name: string; html: string }[]> }

/** Smaller, and without what only readers of the source need. */
export async function firstScript(): Promise<string> {
  const path = at('web/first.js')
  return (await minify('first.js', await readFile(path, 'utf8'))).code.trim()
}

/** Writes the public pages into `folder/pages` and their script into its assets. */
export async function writeStaticPages(shared: InlineConfig, folder: string): Promise<void> {
  const [scripts, { renderer, styles }] = await Promise.all([
    buildScripts(shared),
    buildRenderer(shared),
  ])
  for (const { fileName, code } of scripts) await write(join(folder, fileName), code)
  const script = scripts.find(({ isEntry }) => isEntry)
  if (!script) throw new Error('the public pages have no script')
  const parts: Parts = {
    first: await firstScript(),
    styles,
    script: `/${script.fileName}`,
    fonts: coreFonts(styles),
  }
  for (const { name, html } of await renderer.renderAll(parts))
    await write(join(folder, 'pages', name), `${html}\n`)
}

/** The first paint needs these, which the browser would only find after the styles. */
export const coreFonts = (styles: string): string[] => [
  ...new Set(styles.match(/\/assets\/\w+-core-[\w-]+\.woff2/g)),
]

/** The script of every page, and the parts that only some of them load. */
async function buildScripts(shared: InlineConfig) {
  const parts = await output(shared, {
    modulePreload: { polyfill: false },
    // their styles stand in the pages
    cssCodeSplit: false,
    rolldownOptions: {
      input: { static: at('web/static/main.ts') },
    },
  })
  return parts.filter((part) => part.type === 'chunk')
}

/** The pages as a module for Node, and all their styles as one sheet. */
async function buildRenderer(
  shared: InlineConfig,
): Promise<{ renderer: Renderer; styles: string }> {
  const parts = await output(shared, {
    ssr: at('web/static/render.tsx'),
    ssrEmitAssets: true,
    cssCodeSplit: false,
    cssMinify: true,
    rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
  })
  const sheet = parts.find(({ fileName }) => fileName.endsWith('.css'))
  const module = parts.find(({ fileName }) => fileName === 'render.js')
  if (sheet?.type !== 'asset' || module?.type !== 'chunk')
    throw new Error('the public pages could not be prepared')
  // where its imports are found
  const file = join(MODULES, '.cache', `render-${process.pid}.mjs`)
  await write(file, module.code)
  try {
    const renderer = (await import(pathToFileURL(file).href)) as Renderer
    return { renderer, styles: String(sheet.source).trim() }
  } finally {
    await rm(file)
  }
}

async function output(shared: InlineConfig, options: InlineConfig['build']) {
  const config = mergeConfig(shared, { build: { ...options, write: false } })
  const result = (await build(config)) as Rolldown.RolldownOutput
  return result.output
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
