import { now } from '#testing/random.ts'
import type { ClubUnderTest } from './club.ts'
import { composer, conversation, expect, live, type Page } from './journey.ts'

/** So long after the club can be reached again, every screen is true. */
const WITHIN_MS = 10_000
/** So long at most an indicator says "live" without hearing anything. */
const UNNOTICED_MS = 9_500

const notSentYet = (page: Page) => page.getByText('Not sent yet. It is kept on this device')

/** Every post as it stands there: who, where from, when, what. */
/** Without portraits: one stands at the first of several by the same person, and anew below the line of what is new. */
const articles = (page: Page): Promise<string[]> =>
  page
    .locator('article')
    .evaluateAll((posts) =>
      posts.map((post) => (post as HTMLElement).innerText.replace(/^.\n/u, '')),
    )

type Truth = {
  /** Since when the club can be reached, in ms since 1970. */
  since: number
  /** What stands unsent in the composer of each page. */
  drafts: string[]
}

/** Within ten seconds, what every screen shows is what the room holds, and nothing was sent twice or lost. */
export async function everyScreenIsTrue(
  club: ClubUnderTest,
  slug: string,
  pages: Page[],
  { since, drafts }: Truth,
): Promise<void> {
  const wrongs = async (page: Page) => {
    const [shown, stored] = [await conversation(page), await club.stored(slug)]
    const wrong: string[] = []
    if (!(await live(page).isVisible())) wrong.push('it does not say live')
    if ((await notSentYet(page).count()) > 0) wrong.push('something waits to be sent')
    if (shown.length < Math.min(stored.length, 20)) wrong.push('posts are missing')
    if (stored.slice(0, shown.length).join('\n') !== shown.join('\n'))
      wrong.push(`it shows ${shown.join(' | ')} instead of ${stored.join(' | ')}`)
    return wrong
  }
  await Promise.all(
    pages.map((page) =>
      expect
        .poll(() => wrongs(page), {
          timeout: since + WITHIN_MS - now().getTime(),
          intervals: [100],
        })
        .toEqual([]),
    ),
  )
  for (const [index, page] of pages.entries())
    await expect(composer(page)).toHaveValue(drafts[index] ?? '')
  const stored = await club.stored(slug)
  expect(new Set(stored).size, 'nothing was sent twice').toBe(stored.length)
}

/** What every screen shows is, to the word and the minute, what the room shows when opened anew. */
export async function everyScreenIsFresh(pages: Page[], slug: string): Promise<void> {
  const contexts = new Set(pages.map((page) => page.context()))
  await Promise.all([...contexts].map((context) => equalsFreshLoad(context.pages(), slug)))
}

async function equalsFreshLoad(pages: Page[], slug: string): Promise<void> {
  const fresh = await pages[0]!.context().newPage()
  await fresh.goto(`/room/${slug}`)
  await expect(live(fresh)).toBeVisible()
  for (const page of pages)
    await expect
      .poll(async () => {
        const loaded = await articles(fresh)
        const shown = (await articles(page)).slice(0, loaded.length)
        return shown.join() === loaded.join() ? 'the same' : { shown, loaded }
      })
      .toBe('the same')
  await fresh.close()
}

declare global {
  interface Window {
    indicatorSays(state: string): void
  }
}

/** Writes down what the indicator of a page says and when. To be called before the page is opened. */
export async function witness(page: Page) {
  const said: { state: string; at: number }[] = []
  await page.exposeFunction('indicatorSays', (state: string) =>
    said.push({ state, at: now().getTime() }),
  )
  await page.addInitScript(() => {
    let last = ''
    new MutationObserver(() => {
      const shown = document.querySelector<HTMLElement>('[role="status"][data-state]')
      const state = shown?.dataset['state'] ?? 'nothing'
      if (state !== last) window.indicatorSays((last = state))
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  return {
    /** While the club could not be heard, "live" was said no longer than it takes to notice. */
    toldTheTruth(from: number, to: number) {
      const lies = said.filter(({ state, at }, index) => {
        const until = said[index + 1]?.at ?? now().getTime()
        return state === 'live' && at < to && until > from + UNNOTICED_MS
      })
      expect(to > from + UNNOTICED_MS ? lies : [], 'the indicator told the truth').toEqual([])
    },
  }
}
