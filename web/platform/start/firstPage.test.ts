import { afterEach, expect, test } from 'vitest'
import de from '#web/text/de/shell.json'
import en from '#web/text/en/shell.json'
import { showPage } from '#web/testing/showPage.ts'
import page from '../../index.html?raw'
import lastLines from '../../start.js?raw'

const words = {
  mul: [['de', de.loading]],
  de: [['de', de.loading]],
  en: [['en', en.loading]],
}
afterEach(() => void (globalThis.early = undefined))

/** A script that is on its way, and stays so. */
const NEVER = 'data:text/javascript,await new Promise(() => {})'

/** Shows the app's page at an address before any file of it came, and runs its last lines, as the build fills them in. */
async function openPage(path: string, language: 'mul' | 'de' | 'en') {
  history.replaceState(null, '', path)
  showPage(page.replaceAll('%CLUB_NAME%', 'Salon'))
  Object.assign(globalThis, { early: { language } })
  const values = { SCRIPTS: [NEVER, NEVER], STYLES: '/never.css', WORDS: words }
  const lines = Object.entries(values).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`,
  )
  // a module is run once: each page is one of its own
  const text = `// ${path} ${language}\n${lines.join('')}${lastLines}`
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)
  const first = document.querySelector('#app .first')
  return [first?.querySelector('span'), first?.querySelector('[role=status]')].map(
    (one) => one?.textContent,
  )
}

test.each(['/rooms', '/signup', '/login', '/room/salon', '/settings'])(
  'on a slow line the page at %s shows the club’s name and says that it loads before any file of it came',
  async (path) => {
    expect(await openPage(path, 'mul')).toEqual(['Salon', 'Lädt …'])
    expect(await openPage(path, 'en')).toEqual(['Salon', en.loading])
  },
)
