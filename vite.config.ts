import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { appChunks } from './scripts/site/appChunks.ts'
import { cutFonts } from './scripts/site/fonts.ts'
import { devPages } from './scripts/site/devPages.ts'
import { knownNumbers } from './scripts/site/knownNumbers.ts'
import { leanContract } from './scripts/site/leanContract.ts'
import { leanRouter } from './scripts/site/leanRouter.ts'
import { noScript } from './scripts/site/noScript.ts'
import { coreFonts, firstScript, writeStaticPages } from './scripts/site/staticPages.ts'

/** The first lines of the page ask for scripts already; to list them in the app again is half a kilobyte. */
const modulePreload = {
  polyfill: false,
  resolveDependencies: (_: string, files: string[]) => files.filter((one) => one.endsWith('.css')),
}

/** 42 bits tell two versions of a file apart; the usual 48 weigh more in every list of files. */
const named = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

const root = import.meta.dirname
const web = join(root, 'web')
const outDir = resolve(process.env.OUT_DIR ?? join(root, 'dist'))

export default defineConfig(async (): Promise<InlineConfig> => {
  const fonts = await cutFonts()
  const shared: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    root: web,
    resolve: { alias: { 'club-fonts': fonts } },
    css: { transformer: 'lightningcss' },
    plugins: [react(), knownNumbers()],
    // the public pages are written by a callback, which takes its time
    build: {
      assetsInlineLimit: 0,
      rolldownOptions: { checks: { pluginTimings: false }, output: named },
    },
  }
  return {
    ...shared,
    plugins: [
      react(),
      knownNumbers(),
      leanContract(),
      leanRouter(),
      appChunks(),
      startOfPage(),
      staticPages(shared),
      devPages(),
    ],
    build: { ...shared.build, outDir, emptyOutDir: true, modulePreload },
    server: { fs: { allow: [root] } },
  }
})

/** What the app's page needs before its script: the first lines, and the fonts of the first paint. */
function startOfPage(): Plugin {
  return {
    name: 'start-of-page',
    transformIndexHtml: {
      order: 'post',
      handler: async (_, { bundle }) => [
        { tag: 'noscript', children: await noScript(), injectTo: 'body' as const },
        { tag: 'script', children: await firstScript(), injectTo: 'head-prepend' },
        ...coreFonts(
          Object.keys(bundle ?? {})
            .map((file) => `/${file}`)
            .join(' '),
        ).map((href) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true },
          injectTo: 'head' as const,
        })),
      ],
    },
  }
}

/** Beside the app: the public pages, which need none of it. */
function staticPages(shared: InlineConfig): Plugin {
  return {
    name: 'static-pages',
    apply: 'build',
    async writeBundle({ dir = outDir }) {
      await writeStaticPages(shared, dir)
    },
  }
}
