import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

export default defineConfig({
  root: join(root, 'web'),
  plugins: [react(), preloadFonts(), precompress()],
  build: {
    outDir: resolve(process.env.OUT_DIR ?? join(root, 'dist')),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

/** The first paint needs both fonts, which the browser would only find after the style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: true,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Writes `.br` and `.gz` beside what shrinks, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg|json|webmanifest)$/.test(file))
          .map(async (file) => {
            const bytes = await readFile(join(dir, file))
            const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
            await writeFile(join(dir, `${file}.br`), await brotli(bytes, { params }))
            await writeFile(join(dir, `${file}.gz`), await zip(bytes, { level: 9 }))
          }),
      )
    },
  }
}
