import type { ReactNode } from 'react'
import banner from '#web/platform/cookies/banner.module.css'
import { useClub } from '#web/text/club.ts'
import type { Locale, Tongue } from '#web/text/language.ts'
import { PUBLIC_URL } from './holes.ts'
import type { StaticPage } from './pages.tsx'

/** What the build made of scripts, styles and fonts. */
export type Parts = {
  /** Runs before the first paint, and so stands in the page itself, as the styles do. */
  first: string
  styles: string
  script: string
  fonts: string[]
}

type Props = { page: StaticPage; locale: Locale; tongue: Tongue; parts: Parts; children: ReactNode }

/** Everything around a public page. Nothing in it is asked for before the words are on screen, but the fonts. */
export function Document({ page, locale, tongue, parts, children }: Props) {
  const { name } = useClub()
  const { Description } = page
  return (
    <html lang={tongue} data-locale={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf4ec" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#191012" />
        <meta name="application-name" content={name} />
        {Description ? (
          <>
            <Description tongue={tongue} />
            <link rel="canonical" href={PUBLIC_URL + page.path} />
          </>
        ) : (
          <meta name="robots" content="noindex" />
        )}
        {parts.fonts.map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
          />
        ))}
        <script>{parts.first}</script>
        {parts.styles && <style>{parts.styles}</style>}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script type="module" src={parts.script} />
      </head>
      <body>
        {/* the banner makes the page longer; its styles come into the page by this */}
        <div id="app" className={banner.page} data-written="">
          {children}
        </div>
      </body>
    </html>
  )
}
