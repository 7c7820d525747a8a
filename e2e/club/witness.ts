import type { Page, Request } from '@playwright/test'

/** Under this name the runner finds it in the report (`scripts/proof/failures.js`). */
export const SEEN = 'seen'

/** Notes what pages are refused, to tell it with what they show when a journey fails where nobody watches. */
export function makeWitness() {
  const pages: Page[] = []
  const refusals: string[] = []
  const unanswered = new Set<Request>()
  return {
    see(page: Page): void {
      pages.push(page)
      page.on('request', (request) => unanswered.add(request))
      page.on('response', (response) => {
        unanswered.delete(response.request())
        if (response.status() >= 400) refusals.push(`${response.status()} ${pathOf(response)}`)
      })
      page.on('requestfailed', (request) => {
        unanswered.delete(request)
        refusals.push(`${request.failure()?.errorText} ${pathOf(request)}`)
      })
    },
    async tell(): Promise<string> {
      const screens = await Promise.all(pages.map(readScreen))
      const waiting = [...unanswered].map(pathOf).join(', ')
      const last = refusals.slice(-6).toReversed().join(', ')
      return [...screens, `unanswered: ${waiting}`, `refused, last first: ${last}`].join('\n')
    },
  }
}

const pathOf = (asked: { url(): string }) => new URL(asked.url()).pathname

/** What stands above the rest, or else the rest. */
async function readScreen(page: Page): Promise<string> {
  const read = (selector: string) => page.locator(selector).allInnerTexts()
  const above = await read('[role=dialog], [role=alertdialog], [role=alert]').catch(() => [])
  const isAbove = above.some((text) => text.trim())
  const words = isAbove ? above : await read('main').catch(() => ['could not be read'])
  return `${page.url()} shows: ${words.join(' | ').replace(/\s+/g, ' ').slice(0, 300)}`
}
